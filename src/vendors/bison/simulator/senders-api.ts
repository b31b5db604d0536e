import { Hono } from 'hono'
import * as z from 'zod'
import { fieldsOf } from '#vendors/sandbox/json-body.ts'
import { withPassword } from '#vendors/sandbox/sign-in/password-access.ts'
import { parseCsv } from './parse-csv.ts'
import type { BisonState } from './state.ts'
import { variantsIn } from './variants.ts'
import { invalid, missing, pageOf, senderBody } from './wire.ts'

export interface BisonEnv {
  Variables: { workspaceId: number; token: string }
}

const port = z.coerce.number().int().min(1).max(65_535)
const imapSmtp = z.object({
  name: z.string().min(1),
  email: z.email(),
  password: z.string().min(1),
  imap_server: z.string().min(1),
  imap_port: port,
  smtp_server: z.string().min(1),
  smtp_port: port,
  email_signature: z.string().optional(),
})
const ids = z.array(z.number()).min(1)
const bulk = {
  signatures: z.object({ sender_email_ids: ids, email_signature: z.string() }),
  limits: z.object({ sender_email_ids: ids, daily_limit: z.number().int().min(0) }),
}

/** Calls below `/sender-emails`. */
export function sendersApi(state: BisonState) {
  const app = new Hono<BisonEnv>()
  const taken = (email: string) => state.isTaken(email)

  app.get('/', (c) => {
    const search = c.req.query('search')?.toLowerCase()
    const status = c.req.query('status')
    const rows = state
      .sendersOf(c.get('workspaceId'))
      .filter((sender) => !search || `${sender.email} ${sender.name.toLowerCase()}`.includes(search))
      .filter((sender) => !status || sender.status === status)
    return pageOf(c, rows, (sender) => senderBody(state, sender))
  })

  app.post('/imap-smtp', async (c) => {
    const parsed = imapSmtp.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return invalid(c, fieldErrors(parsed.error))
    if (taken(parsed.data.email)) return invalid(c, { email: ['The email has already been taken.'] })
    return c.json({ data: senderBody(state, state.add(c.get('workspaceId'), custom(parsed.data))) }, 201)
  })

  app.post('/bulk', async (c) => {
    const form = await c.req.parseBody().catch(() => undefined)
    const file = form?.csv
    if (!(file instanceof File)) return invalid(c, { csv: ['The csv field is required.'] })
    const added: unknown[] = []
    const refused: string[] = []
    for (const row of parseCsv(await file.text())) {
      const parsed = imapSmtp.safeParse(row)
      if (parsed.success && !taken(parsed.data.email))
        added.push(senderBody(state, state.add(c.get('workspaceId'), custom(parsed.data))))
      else refused.push(row.email ?? '')
    }
    return c.json({ data: added, skipped: refused }, 201)
  })

  addBulkChanges(app, state)

  addOneSender(app, state)

  return app
}

function addBulkChanges(app: Hono<BisonEnv>, state: BisonState): void {
  app.patch('/signatures/bulk', async (c) => {
    const parsed = bulk.signatures.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return invalid(c, fieldErrors(parsed.error))
    const found = all(state, c.get('workspaceId'), parsed.data.sender_email_ids)
    if (!found) return invalid(c, { sender_email_ids: ['One or more sender emails are invalid.'] })
    for (const sender of found) state.save({ ...sender, signature: parsed.data.email_signature })
    return c.json({ data: { success: true, message: 'Signatures updated' } })
  })
  app.patch('/daily-limits/bulk', async (c) => {
    const parsed = bulk.limits.safeParse(await c.req.json().catch(() => undefined))
    if (!parsed.success) return invalid(c, fieldErrors(parsed.error))
    const found = all(state, c.get('workspaceId'), parsed.data.sender_email_ids)
    if (!found) return invalid(c, { sender_email_ids: ['One or more sender emails are invalid.'] })
    for (const sender of found) state.save({ ...sender, dailyLimit: parsed.data.daily_limit })
    return c.json({ data: { success: true, message: 'Daily limits updated' } })
  })
}

/** One dead id fails the whole list. */
function all(state: BisonState, workspaceId: number, wanted: number[]) {
  const found = wanted.map((id) => state.senderOf(workspaceId, id))
  return found.every((sender) => sender !== undefined) ? found : undefined
}

/** One account: read, changed, deleted. */
function addOneSender(app: Hono<BisonEnv>, state: BisonState): void {
  app.get('/:id', (c) => {
    const sender = state.senderOf(c.get('workspaceId'), c.req.param('id'))
    if (!sender) return missing(c, state, c.req.param('id'))
    return c.json({ data: senderBody(state, sender) })
  })
  app.patch('/:id', async (c) => {
    const sender = state.senderOf(c.get('workspaceId'), c.req.param('id'))
    if (!sender) return missing(c, state, c.req.param('id'))
    const body = await fieldsOf(c)
    const { noDailyLimit } = variantsIn(state.world)
    // No least value is documented: https://dedi.emailbison.com/api/reference. Fewer than none there cannot be.
    if ('daily_limit' in body && !(Number.isInteger(body.daily_limit) && Number(body.daily_limit) >= 0))
      return invalid(c, { daily_limit: ['The daily limit field must be an integer.'] })
    if (body.daily_limit === 0 && noDailyLimit === 'refused')
      return invalid(c, { daily_limit: ['The daily limit field must be at least 1.'] })
    const least = noDailyLimit === 'raised' ? 1 : 0
    const changed = {
      ...sender,
      dailyLimit: 'daily_limit' in body ? Math.max(least, Number(body.daily_limit)) : sender.dailyLimit,
      name: typeof body.name === 'string' ? body.name : sender.name,
      signature: typeof body.email_signature === 'string' ? body.email_signature : sender.signature,
    }
    state.save(changed)
    return c.json({ data: senderBody(state, changed) })
  })
  app.delete('/:id', (c) => {
    const sender = state.senderOf(c.get('workspaceId'), c.req.param('id'))
    if (!sender) return missing(c, state, c.req.param('id'))
    state.remove(sender)
    return c.json({ data: { success: true, message: 'Sender email deleted' } })
  })
}

const custom = (row: z.output<typeof imapSmtp>) => ({
  name: row.name,
  email: row.email,
  password: row.password,
  imapServer: row.imap_server,
  imapPort: row.imap_port,
  smtpServer: row.smtp_server,
  smtpPort: row.smtp_port,
  signature: row.email_signature ?? null,
  type: 'custom' as const,
  status: isRefused(row) ? ('Not connected' as const) : ('Connected' as const),
})

/** Inferred: it says no more than that. */
function isRefused(row: z.output<typeof imapSmtp>): boolean {
  const { imap, smtp } = withPassword({ imapHost: row.imap_server, smtpHost: row.smtp_server })
  return imap !== undefined || smtp !== undefined
}

/** As Laravel words them: one list of complaints per field. */
function fieldErrors(error: z.ZodError): Record<string, string[]> {
  const errors: Record<string, string[]> = {}
  for (const issue of error.issues) {
    const field = issue.path.join('.') || 'body'
    errors[field] = [...(errors[field] ?? []), `The ${field.replaceAll('_', ' ')} field is invalid.`]
  }
  return errors
}
