import { type SQL, sql } from 'drizzle-orm'
import type { domainHealth } from '#base/db/schema/index.ts'

/** News about a domain came, and no look has begun to read them: whatever brings news makes it due since ever. */
export const hasUntakenNewsAs = (health: string): SQL =>
  sql`(${sql.identifier(health)}.due_at = to_timestamp(0))`

/** News about a domain came and no look has stored them yet, be it that one is reading them now. */
export const isOutdatedAs = (health: string): SQL =>
  sql`(${sql.identifier(health)}.due_at is not null
    and (${hasUntakenNewsAs(health)} or jsonb_exists(${sql.identifier(health)}.notes, 'newsTakenUp')))`

/** The same of a row that has been read. */
export const isOutdated = ({
  dueAt,
  notes,
}: Pick<typeof domainHealth.$inferSelect, 'dueAt' | 'notes'>): boolean =>
  dueAt !== null && (dueAt.getTime() === 0 || notes.newsTakenUp !== undefined)
