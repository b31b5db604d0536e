import { demoSenders } from '#vendors/sandbox/demo-senders.ts'
import { demoInstantly } from './demo.ts'
import type { InstantlyState } from './state.ts'

/** The demo customer's account: some three weeks old, a few senders in trouble as in real life. */
export function seedInstantly(state: InstantlyState) {
  const { workspaceId } = demoInstantly
  const createdAt = new Date(state.world.now() - 21 * 86_400_000).toISOString()
  state.workspaces.put(workspaceId, {
    id: workspaceId,
    name: demoInstantly.workspaceName,
    owner: '01969c3e-0000-7000-8000-000000000001',
    planId: 'pid_hypergrowth_v1',
    createdAt,
  })
  state.keys.put(demoInstantly.apiKey, { workspaceId, scopes: ['all:all'] })
  state.sessions.put(demoInstantly.session, {
    userId: '01969c3e-0000-7000-8000-000000000001',
    email: demoInstantly.ownerEmail,
    workspaceIds: [workspaceId],
  })
  state.orgTokens.put(demoInstantly.orgAuth, workspaceId)
  state.world.store.transaction(() => {
    for (const [index, sender] of demoSenders(demoInstantly.domains).entries()) {
      const warming = index % 5 !== 0
      state.accounts.put(
        sender.email,
        {
          email: sender.email,
          workspaceId,
          firstName: sender.firstName,
          lastName: sender.lastName,
          password: 'demo',
          // One cannot be reached and one was thrown out of warm-up.
          status: index === 37 ? -1 : 1,
          warmupStatus: index === 120 ? -1 : warming ? 1 : 0,
          providerCode: sender.provider === 'google' ? 2 : 3,
          dailyLimit: index % 11 === 0 ? null : 30,
          sendingGap: 10,
          warmupScore: warming ? 92 + (index % 9) : null,
          signature: null,
          replyTo: null,
          slowRamp: false,
          warmup: { limit: 10, increment: 'disabled', replyRate: 30, tag: 'warmup' },
          tagIds: [],
          createdAt,
          updatedAt: createdAt,
          warmupStartedAt: warming ? createdAt : null,
        },
        workspaceId,
      )
    }
  })
}
