/**
 * Runs the program of the package whose bin calls, on a Node that its `engines` allow: this one, or one that npm
 * installed beside it. Without any it says in one line what to install, and ends with 1.
 *
 * @param binUrl the bin's `import.meta.url`
 * @param name the command's name, for messages
 */
export declare function launch(binUrl: string, name: string): Promise<void>
