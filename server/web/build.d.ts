// What Vite puts in.
interface ImportMeta {
  readonly env: { readonly BASE_URL: string }
}
