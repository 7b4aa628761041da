export const DEFAULT_SERVER = 'http://127.0.0.1:8080'
export const DEFAULT_DOCUMENTS_SERVER = 'http://127.0.0.1:8081'
