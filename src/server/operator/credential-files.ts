import { readFileSync } from 'node:fs'
import { invalid } from '../http/refusal.ts'

/** Secrets come from files: what is typed stays in the shell's history. */
export function readText(path: string | undefined): string {
  try {
    return readFileSync(path ?? '', 'utf8')
  } catch {
    throw invalid(`The file ${path} cannot be read.`)
  }
}

/** What Google Cloud gives for a service account. */
export function readKeyFile(path: string | undefined): { clientEmail: unknown; privateKey: unknown } {
  let key: { client_email?: unknown; private_key?: unknown }
  try {
    key = JSON.parse(readText(path))
  } catch (error) {
    if (error instanceof SyntaxError) throw invalid(`${path} is not a key file: it holds no JSON.`)
    throw error
  }
  return { clientEmail: key.client_email, privateKey: key.private_key }
}
