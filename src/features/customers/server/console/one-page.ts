/** Rows of a page of the console's lists. */
const pageSize = 100

export interface Page<Row> {
  rows: Row[]
  hasMore: boolean
}

/** A page, and whether more follows: one row more than is shown is asked for. */
export async function onePage<Row>(read: (limit: number) => Promise<Row[]>): Promise<Page<Row>> {
  const rows = await read(pageSize + 1)
  return { rows: rows.slice(0, pageSize), hasMore: rows.length > pageSize }
}
