import { Hono } from 'hono'
import * as z from 'zod'
import type { ConsoleSection } from '#vendors/sandbox/console/sections.ts'
import { demoSenders } from '#vendors/sandbox/demo-senders.ts'
import { controlBody } from '#vendors/sandbox/json-body.ts'
import type { VendorFactory } from '#vendors/sandbox/world.ts'
import { bisonApi } from './api.ts'
import { bisonCountsControl } from './counts.ts'
import { demoBison } from './demo.ts'
import { createOauthSessions } from './oauth-sessions.ts'
import type { BisonState } from './state.ts'
import { createBisonState } from './state.ts'

import { variantsControl } from './variants.ts'

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
function bisonUploads(state: BisonState) {
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

const shown = 50

/** Workspaces and their newest senders, for the console page. */
function bisonSections(state: BisonState): ConsoleSection[] {
  const senders = state.senders.list()
  return [
    {
      title: 'Email Bison workspaces',
      hint: 'Microsoft and Google mailboxes are uploaded by a person; the button plays that person.',
      columns: ['Name', 'Id', 'Senders', 'Warming up'],
      empty: 'No workspace yet.',
      rows: state.workspaces.list().map((workspace) => {
        const own = senders.filter((sender) => sender.workspaceId === workspace.id)
        return {
          cells: [
            workspace.name,
            { text: String(workspace.id), mono: true },
            String(own.length),
            String(own.filter((sender) => sender.warmupEnabled).length),
          ],
        }
      }),
      actions: [
        {
          label: 'Upload mailboxes',
          path: '/_bison/upload',
          inputs: [
            { name: 'key', label: 'API key' },
            { name: 'mailboxes', label: 'Addresses', lines: true },
          ],
        },
      ],
    },
    {
      title: 'Email Bison senders',
      columns: ['Address', 'Name', 'Type', 'Daily limit', 'Warm-up'],
      empty: 'No sender yet.',
      total: senders.length,
      rows: senders
        .slice(-shown)
        .reverse()
        .map((sender) => ({
          cells: [
            { text: sender.email, mono: true },
            sender.name,
            sender.type,
            String(sender.dailyLimit),
            sender.warmupEnabled
              ? { text: 'on', tone: 'good' as const }
              : { text: 'off', tone: 'quiet' as const },
          ],
        })),
    },
  ]
}

/** The demo agency's instance: its own workspace and two clients', one of which sends already. */
function seedBison(state: BisonState) {
  const account = 'harborline'
  for (const { id, name } of demoBison.workspaces) state.addWorkspace(account, name, id)
  const [main, client] = demoBison.workspaces
  const shared = { account, email: demoBison.ownerEmail, workspaceId: main.id }
  state.keys.put(demoBison.superAdminKey, { ...shared, kind: 'super-admin' })
  state.keys.put(demoBison.apiUserKey, { ...shared, kind: 'api-user' })
  state.world.store.transaction(() => {
    for (const sender of demoSenders(demoBison.domains)) {
      state.add(client.id, {
        email: sender.email,
        name: `${sender.firstName} ${sender.lastName}`,
        password: '',
        type: sender.provider === 'google' ? 'google_workspace_oauth' : 'microsoft_oauth',
        warmupEnabled: true,
      })
    }
  })
}

/**
 * One Email Bison instance. Customers name it by scheme and host alone, so it has a port of its own beside the
 * main one; in-process, every host name that begins with `bison.` is it.
 */
export const createBison: VendorFactory = (world) => {
  const state = createBisonState(world)
  const app = new Hono()
  const sessions = createOauthSessions(state)
  app.route('/api', bisonApi(state, sessions.api))
  app.route('/oauth', sessions.callback)
  app.get('/login', (c) => c.html('<!doctype html><title>Sign in</title><h1>Sign in</h1>'))
  return {
    name: 'bison',
    prefix: '/bison',
    hostPrefix: 'bison.',
    app,
    control: new Hono()
      .route('/', bisonUploads(state))
      .route('/', bisonCountsControl(state))
      .route('/', variantsControl(world))
      // `POST /_bison/keys/revoke {key}`: somebody deletes it on the instance's pages.
      .post('/keys/revoke', async (c) => {
        state.revoke((await controlBody(c, z.strictObject({ key: z.string() }))).key)
        return c.json({})
      }),
    seed: () => seedBison(state),
    sections: () => bisonSections(state),
    async listen(plan) {
      const own = await plan.openHttp(1)
      return { ports: { bison: own.port }, close: own.close }
    },
    playFault(fault) {
      if (fault.kind === '429')
        return Response.json(
          { message: 'Too Many Attempts.' },
          { status: 429, headers: { 'retry-after': String(fault.retryAfter ?? 1) } },
        )
      if (fault.kind === '429_bare') return Response.json({ message: 'Too Many Attempts.' }, { status: 429 })
      if (fault.kind === '500') return Response.json({ message: 'Server Error' }, { status: 500 })
      return undefined
    },
  }
}
