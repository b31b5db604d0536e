import { readFileSync } from 'node:fs'
import { parseKeyFile } from '../features/provider-accounts/key-file.ts'
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
  return parseKeyFile(readText(path), path ?? '')
}
