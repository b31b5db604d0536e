import type { Context } from 'hono'
import type { BisonSender, BisonState } from './state.ts'

/** Rows on a page; a `per_page` in the query is ignored, as many instances do. */
const pageSize = 15

/** Laravel's page of a list. */
export function pageOf<T>(c: Context, rows: T[], shown: (row: T) => unknown) {
  const current = Math.max(1, Number(c.req.query('page') ?? 1) || 1)
  const last = Math.max(1, Math.ceil(rows.length / pageSize))
  const path = new URL(c.req.url).pathname
  const link = (page: number) => (page >= 1 && page <= last ? `${path}?page=${page}` : null)
  return c.json({
    data: rows.slice((current - 1) * pageSize, current * pageSize).map(shown),
    links: { first: link(1), last: link(last), prev: link(current - 1), next: link(current + 1) },
    meta: { current_page: current, last_page: last, per_page: pageSize, total: rows.length, path },
  })
}

/**
 * A sender that the key's workspace does not have. Of one in another workspace public clients were answered this with
 * 403, in these words: alexpartnership-ui/emailbison-cli, emailbison-public/n8n-nodes-emailbison-official.
 */
export function missing(c: Context, state: BisonState, id: string) {
  if (!state.senders.get(id)) return c.json({ message: 'Record not found.' }, 404)
  const message = 'This action is unauthorized. The api key does not match the workspace the record is on.'
  return c.json({ data: { success: false, message } }, 403)
}

/** 422 with every field's complaints. */
export function invalid(c: Context, errors: Record<string, string[]>) {
  const messages = Object.values(errors).flat()
  const more = messages.length - 1
  const message = more > 0 ? `${messages[0]} (and ${more} more error${more > 1 ? 's' : ''})` : messages[0]
  return c.json({ message, errors }, 422)
}

export function senderBody(state: BisonState, sender: BisonSender) {
  return {
    id: sender.id,
    name: sender.name,
    email: sender.email,
    email_signature: sender.signature,
    imap_server: sender.imapServer,
    imap_port: sender.imapPort,
    smtp_server: sender.smtpServer,
    smtp_port: sender.smtpPort,
    daily_limit: sender.dailyLimit,
    type: sender.type,
    status: sender.status,
    warmup_enabled: sender.warmupEnabled,
    emails_sent_count: 0,
    total_replied_count: 0,
    bounced_count: 0,
    tags: sender.tagIds.flatMap((id) => {
      const tag = state.tags.get(String(id))
      return tag ? [{ id: tag.id, name: tag.name, default: tag.default }] : []
    }),
    created_at: sender.createdAt,
    updated_at: sender.updatedAt,
  }
}
