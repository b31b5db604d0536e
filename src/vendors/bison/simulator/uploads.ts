import { Hono } from 'hono'
import * as z from 'zod'
import type { BisonState } from './state.ts'

const upload = z.object({
  /** The customer's API key: says whose instance it is. */
  key: z.string(),
  /** With a super-admin key; otherwise the key's own workspace. */
  workspaceId: z.coerce.number().optional(),
  /** Addresses alone, or with a name and the platform they live on. */
  mailboxes: z
    .array(
      z.union([
        z.string(),
        z.object({
          email: z.string(),
          name: z.string().optional(),
          platform: z.enum(['azure', 'google']).optional(),
        }),
      ]),
    )
    .min(1),
})

/**
 * `POST /_bison/upload` plays the person who connects Microsoft and Google mailboxes with the vendor's desktop
 * uploader, which has no API. Those already there stay as they are.
 */
export function bisonUploads(state: BisonState) {
  return new Hono().post('/upload', async (c) => {
    const parsed = upload.safeParse(await c.req.json())
    if (!parsed.success) return c.json({ message: 'Send key and mailboxes.' }, 422)
    const { key: token, workspaceId, mailboxes } = parsed.data
    const key = state.keyOf(token)
    if (!key) return c.json({ message: 'No instance knows that key.' }, 404)
    const workspace = state
      .workspacesSeenBy(key)
      .find((candidate) => candidate.id === (workspaceId ?? key.workspaceId))
    if (!workspace) return c.json({ message: 'The key does not reach that workspace.' }, 404)
    let added = 0
    for (const mailbox of mailboxes) {
      const row = typeof mailbox === 'string' ? { email: mailbox.trim() } : mailbox
      if (!row.email.includes('@') || state.isTaken(row.email)) continue
      const { name = row.email.split('@')[0] ?? '', platform = 'azure' } = row as {
        name?: string
        platform?: 'azure' | 'google'
      }
      state.add(workspace.id, {
        email: row.email,
        name,
        password: '',
        type: platform === 'google' ? 'google_workspace_oauth' : 'microsoft_oauth',
      })
      added++
    }
    return c.json({ added, alreadyThere: mailboxes.length - added, workspaceId: workspace.id })
  })
}
