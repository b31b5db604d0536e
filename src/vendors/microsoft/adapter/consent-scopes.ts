/** APIs of Microsoft, by the ids of their apps, which are the same in every tenant. */
const graphApp = '00000003-0000-0000-c000-000000000000'
const exchangeApp = '00000002-0000-0ff1-ce00-000000000000'
const appOfHost: Record<string, string> = {
  'graph.microsoft.com': graphApp,
  'outlook.office.com': exchangeApp,
  'outlook.office365.com': exchangeApp,
}

/**
 * What we let an app do in everybody's name without asking a person: to know who signs in, and their own mail. A
 * link comes from outside, so what it asks for beyond this is for a person to read.
 */
const mailScopes = new Set(
  [
    ...['openid', 'profile', 'email', 'offline_access', 'User.Read'],
    ...['Mail.Read', 'Mail.ReadBasic', 'Mail.ReadWrite', 'Mail.Send'],
    ...['MailboxSettings.Read', 'MailboxSettings.ReadWrite'],
    ...['IMAP.AccessAsUser.All', 'POP.AccessAsUser.All', 'SMTP.Send'],
  ].map((name) => name.toLowerCase()),
)

const named = /^https:\/\/([^/]+)\/+([^/]+)$/i

/** The part of a scope that names the permission: `SMTP.Send` of `https://outlook.office.com/SMTP.Send`. */
const nameOf = (scope: string): string => named.exec(scope)?.[2] ?? scope

/** Whether one of the scopes is this permission, at whichever API. */
export const asksFor = (scopes: readonly string[], name: string): boolean =>
  scopes.some((scope) => nameOf(scope).toLowerCase() === name.toLowerCase())

export type ConsentScopes =
  | { state: 'mail'; byApp: ReadonlyMap<string, readonly string[]> }
  /** `beyond`: the first one that is more than mail, as the link has it. */
  | { state: 'more'; beyond: string }

/**
 * Scopes by the API that they belong to; those without an address are Graph's, as the ones of OpenID are:
 * https://learn.microsoft.com/entra/identity-platform/scopes-oidc
 */
export function consentScopes(scopes: readonly string[]): ConsentScopes {
  const byApp = new Map<string, string[]>()
  for (const scope of scopes) {
    if (scope === '') continue
    const host = named.exec(scope)?.[1]?.toLowerCase()
    const app = host === undefined ? graphApp : appOfHost[host]
    const name = nameOf(scope)
    if (app === undefined || !mailScopes.has(name.toLowerCase())) return { state: 'more', beyond: scope }
    byApp.set(app, [...(byApp.get(app) ?? []), name])
  }
  return { state: 'mail', byApp }
}

/** A grant's scopes and the wanted ones, or undefined where it has them all already. */
export function widened(granted: string, wanted: readonly string[]): string | undefined {
  const names = granted.split(' ').filter((name) => name !== '')
  const has = new Set(names.map((name) => name.toLowerCase()))
  const missing = wanted.filter((name) => !has.has(name.toLowerCase()))
  return missing.length > 0 ? [...names, ...new Set(missing)].join(' ') : undefined
}
