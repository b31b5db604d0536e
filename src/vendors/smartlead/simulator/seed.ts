import { demoSenders } from '#vendors/sandbox/demo-senders.ts'
import { demoSmartlead } from './demo.ts'
import { freshWarmup, type SmartleadState } from './state.ts'

/** The demo customer's account: half of it in campaigns, one sender barred from warm-up. */
export function seedSmartlead(state: SmartleadState) {
  const { userId } = demoSmartlead
  state.users.put(String(userId), {
    id: userId,
    uuid: '5c8a1f0e-7b61-4c5e-9a51-3d0f6f2a4102',
    email: demoSmartlead.email,
    name: demoSmartlead.name,
    apiKey: demoSmartlead.apiKey,
    password: demoSmartlead.password,
  })
  state.keys.put(demoSmartlead.apiKey, userId)
  state.tokens.put(demoSmartlead.jwt, userId)
  const tag = state.addTag(userId, 'northwind', '#B1FCFA')
  state.world.store.transaction(() => {
    for (const [index, sender] of demoSenders(demoSmartlead.domains).entries()) {
      const google = sender.provider === 'google'
      state.add({
        userId,
        fromName: `${sender.firstName} ${sender.lastName}`,
        fromEmail: sender.email,
        userName: sender.email,
        password: 'demo',
        type: google ? 'GMAIL' : 'OUTLOOK',
        smtpHost: google ? 'smtp.gmail.com' : 'smtp.office365.com',
        smtpPort: 587,
        imapHost: google ? 'imap.gmail.com' : 'outlook.office365.com',
        imapPort: 993,
        messagePerDay: 20,
        minTimeToWaitInMins: 10,
        dailySentCount: index % 2 ? 0 : 12,
        signature: null,
        inUse: index % 2 === 0,
        suspended: false,
        connected: index !== 41,
        warmup: {
          ...freshWarmup(),
          status: index % 4 === 0 || index === 90 ? 'INACTIVE' : 'ACTIVE',
          reputation: 90 + (index % 11),
          blockedReason: index === 90 ? 'Too many bounces in the last 7 days' : null,
        },
        tagIds: index % 3 === 0 ? [tag.id] : [],
      })
    }
  })
}
