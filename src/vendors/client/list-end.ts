import { VendorError, type VendorId } from './vendor-error.ts'

/** More pages than any list of ours has: the largest have some hundreds. */
export const pagesMost = 10_000

/**
 * Watches the pages of one list. A server that ignores where it is asked to continue, or that leads in a circle, brings the
 * same again for ever: then the list is not read, and nobody may conclude from what is not in it.
 * @returns takes the rows of a page behind which there are more; throws where it brings nothing new, or is one too many
 */
export function watchList(vendor: VendorId, operation: string) {
  const seen = new Set<string>()
  let pages = 0
  return (rows: readonly unknown[]): void => {
    const before = seen.size
    for (const row of rows) seen.add(nameOf(row))
    pages += 1
    if (seen.size > before && pages < pagesMost) return
    const reason = seen.size === before ? 'a list brings the same page again' : 'a list does not end'
    throw new VendorError({ vendor, operation, kind: 'transient', reason })
  }
}

/** What a row is known by, whatever else of it changes meanwhile. */
function nameOf(row: unknown): string {
  const { id, email } = typeof row === 'object' && row !== null ? (row as Record<string, unknown>) : {}
  return JSON.stringify(id ?? email ?? row)
}
