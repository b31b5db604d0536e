import { pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, createdAt } from './columns.ts'

/**
 * Files of pages that carry a hash in their name, of all releases that run or ran lately: while one is rolled out, a page
 * of either may ask a process of the other.
 */
export const releaseFiles = pgTable('release_files', {
  name: text().primaryKey(),
  bytes: bytes().notNull(),
  /** Named by a process that serves it; renewed daily while one runs. */
  servedAt: createdAt(),
})
