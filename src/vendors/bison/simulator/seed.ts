import { demoSenders } from '#vendors/sandbox/demo-senders.ts'
import { demoBison } from './demo.ts'
import type { BisonState } from './state.ts'

/** The demo agency's instance: its own workspace and two clients', one of which sends already. */
export function seedBison(state: BisonState) {
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
