/** What the log says where the GPU cannot be watched. */
export const gpuWords = {
  unknown: (why: string) => `${why}: GPU utilization is reported as 0`,
  noTool: 'no NVIDIA GPU found, as there is no nvidia-smi on the PATH',
  toolFailed: (message: string) => `nvidia-smi failed with ${message}`,
}
