import { closeSync, openSync, readSync } from 'node:fs'
import { invalid } from '#base/http/refusal.ts'
import { numberText } from '#base/text/number-text.ts'
import { parseKeyFile } from '#features/capacity/server/hosts/key-file.ts'
import { importFileMaxLength } from '#features/fleet-import/rules/import-row.ts'

/** The largest file that a command takes is a fleet's; some go on for ever, such as /dev/zero. */
const mostBytes = 4 * importFileMaxLength

/** Secrets come from files: what is typed stays in the shell's history. Throws a `Refusal` for none, or a larger one. */
export function readText(path: string | undefined): string {
  const bytes = readBytes(path)
  if (bytes === undefined) throw invalid(`The file ${path} cannot be read.`)
  if (bytes.length > mostBytes)
    throw invalid(`The file ${path} has more than ${numberText(mostBytes)} bytes, and is none that is taken.`)
  return bytes.toString('utf8')
}

/** One byte more than is taken of a file that has it; undefined where it cannot be read. */
function readBytes(path = ''): Buffer | undefined {
  const into = Buffer.alloc(mostBytes + 1)
  let length = 0
  let file: number | undefined
  try {
    file = openSync(path, 'r')
    for (let read = 1; read > 0 && length < into.length; length += read)
      read = readSync(file, into, length, into.length - length, null)
    return into.subarray(0, length)
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** What Google Cloud gives for a service account. */
export function readKeyFile(path: string | undefined): { clientEmail: unknown; privateKey: unknown } {
  return parseKeyFile(readText(path), path ?? '')
}
