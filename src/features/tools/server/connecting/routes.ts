import type { Routes } from '#base/http/binding.ts'
import { setPassCookie } from '#base/http/connect-pass.ts'
import { networkOf } from '#base/http/network-of.ts'
import { rateLimited } from '#base/http/refusal.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import * as api from '../../api/connecting.ts'
import { connectingMessages } from '../../rules/connecting-texts.ts'
import { openConnectLink, unlockConnecting } from './connect-links.ts'
import { checkHeld, openPage, skipHeld, takeNext, tellPassword } from './connect-one.ts'

/** A link's secret cannot be guessed; what is tried costs a look all the same. */
const openRate = { perSecond: 1 / 6, burst: 20 }

/** Mailboxes that people sign in to at a sending tool's pages, one after the other. */
export function connectingRoutes(deps: Dependencies): Routes {
  const secure = deps.config.secureCookies
  return (bind) => {
    bind(api.openConnectLink, async ({ body, request, reply }) => {
      const place = await deps.limits.allow({
        key: `connect-link:at:${networkOf(request.ip)}`,
        rate: openRate,
      })
      if (!place.ok) throw rateLimited(connectingMessages.tooMany, place.retryAfterMs)
      const { token, opened } = await openConnectLink(deps, body.token)
      setPassCookie(reply, secure, { id: opened.pass, token })
      return opened
    })

    bind(api.unlockConnecting, async ({ customer, body, reply }) => {
      const { token, opened } = await unlockConnecting(deps, customer, body)
      setPassCookie(reply, secure, { id: opened.pass, token })
      return opened
    })

    bind(api.nextToConnect, ({ pass, body }) => takeNext(deps, { pass, seat: body.seat }, body.except))

    bind(api.connectPassword, ({ pass, body }) => tellPassword(deps, { pass, ...body }))

    bind(api.openSignInPage, ({ pass, body }) => openPage(deps, { pass, ...body }))

    bind(api.checkConnecting, ({ pass, body }) => checkHeld(deps, { pass, ...body }))

    bind(api.skipConnecting, async ({ pass, body }) => {
      await skipHeld(deps, { pass, ...body })
      return { success: true }
    })
  }
}
