import type { CallContext } from '#vendors/ports/call-context.ts'
import type { SignInPreparation, SignInReadiness } from '#vendors/ports/sign-in-readiness.ts'
import { ensureConsent } from './consent.ts'
import type { Exchange } from './exchange-invoke-command.ts'
import type { Graph } from './graph.ts'
import { allowMailProtocols } from './mail-protocols.ts'

/** Both parts are done as far as they can be, so that whoever is asked for one of them need not wait for the other. */
export async function prepareSignIn(
  graph: Graph,
  exchange: Exchange | undefined,
  request: SignInPreparation,
  ctx: CallContext = {},
): Promise<SignInReadiness> {
  const consent = request.mayConsent ? await ensureConsent(graph, request, ctx) : undefined
  const smtpAuth = await allowMailProtocols(exchange, request, ctx)
  if (consent !== undefined) return { state: 'needs_person', needs: 'consent', reason: consent }
  if (smtpAuth !== undefined) return { state: 'needs_person', needs: 'smtp_auth', reason: smtpAuth }
  return { state: 'ready' }
}
