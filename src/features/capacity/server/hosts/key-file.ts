import { invalid } from '#base/http/refusal.ts'

/** What Google Cloud gives for a service account, as our schema names it. `where` says what was read. */
export function parseKeyFile(text: string, where: string): { clientEmail: unknown; privateKey: unknown } {
  let key: { client_email?: unknown; private_key?: unknown } | null
  try {
    key = JSON.parse(text)
  } catch {
    throw invalid(`${where} is not a key file: it holds no JSON.`)
  }
  return { clientEmail: key?.client_email, privateKey: key?.private_key }
}
