import type { World } from '../world.ts'

/**
 * The sending tools' OAuth apps. Their client ids at Microsoft are as public projects saw them (three name
 * Instantly's, one Smartlead's). Inferred: the client ids at Google, the callbacks' paths, and the scopes. Public
 * projects grant Instantly either Mail.ReadWrite and Mail.Send or IMAP and SMTP.Send; Smartlead's are those that its
 * page on save-oauth asks for: https://api.smartlead.ai/api-reference/email-accounts/add-oauth
 */
export const oauthApps = [
  {
    tool: 'instantly',
    name: 'Instantly.ai',
    publisher: 'Foo Monk LLC',
    microsoft: {
      clientId: '65ad96b6-fbeb-40b5-b404-2a415d074c97',
      scope:
        'openid profile email offline_access https://graph.microsoft.com/Mail.ReadWrite https://graph.microsoft.com/Mail.Send',
    },
    google: {
      clientId: '536726988839-instantly.apps.googleusercontent.com',
      scope: 'openid email profile https://mail.google.com/',
    },
  },
  {
    tool: 'smartlead',
    name: 'Smartlead.ai',
    publisher: 'Smartlead.ai',
    microsoft: {
      clientId: '5913b6f2-da52-4f3a-b81c-56a99e05e243',
      scope:
        'openid profile email offline_access https://outlook.office.com/SMTP.Send https://outlook.office.com/IMAP.AccessAsUser.All',
    },
    google: {
      clientId: '1021517043376-smartlead.apps.googleusercontent.com',
      scope: 'openid email profile https://mail.google.com/',
    },
  },
  {
    // Each instance has an app of its own; nothing of this one is known.
    tool: 'bison',
    name: 'Email Bison',
    publisher: 'Harborline',
    microsoft: {
      clientId: '0f1d7c52-6f0e-4f6e-9d55-3f5a1b5f7a10',
      scope:
        'openid profile email offline_access https://outlook.office.com/SMTP.Send https://outlook.office.com/IMAP.AccessAsUser.All',
    },
    google: {
      clientId: '402291875533-bison.apps.googleusercontent.com',
      scope: 'openid email profile https://mail.google.com/',
    },
  },
] as const

export type Provider = 'microsoft' | 'google'
export type OauthApp = (typeof oauthApps)[number]
type Tool = OauthApp['tool']

export const isProvider = (text: string): text is Provider => text === 'microsoft' || text === 'google'

export const appOf = (tool: Tool): OauthApp => oauthApps.find((app) => app.tool === tool) ?? oauthApps[0]

export const appWithClientId = (provider: Provider, clientId: string): OauthApp | undefined =>
  oauthApps.find((app) => app[provider].clientId === clientId)

/** Where the pages send the browser back to: the tool's own callback, which in the sandbox is the sandbox. */
export const callbackOf = (world: World, app: OauthApp, provider: Provider): string =>
  `${world.origin()}/${app.tool}/oauth/${provider}/callback`

const authorizeAddress = {
  microsoft: 'https://login.microsoftonline.com/common/oauth2/v2.0/authorize',
  google: 'https://accounts.google.com/o/oauth2/v2/auth',
} as const

/** The link a person opens, with the host that the real one has: https://developer.instantly.ai/guides/oauth-connection-flow */
export function signInLink(world: World, app: OauthApp, provider: Provider, state: string): string {
  const link = new URL(authorizeAddress[provider])
  link.search = new URLSearchParams({
    client_id: app[provider].clientId,
    response_type: 'code',
    redirect_uri: callbackOf(world, app, provider),
    scope: app[provider].scope,
    state,
    ...(provider === 'google' && { access_type: 'offline', prompt: 'consent' }),
  }).toString()
  return link.href
}
