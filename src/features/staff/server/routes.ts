import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Routes } from '#base/http/binding.ts'
import { networkOf, siteOf } from '#base/http/network-of.ts'
import { rateLimited } from '#base/http/refusal.ts'
import type { FindStaff, StaffCookies } from '#base/http/staff-session.ts'
import type { Dependencies } from '#delivery/dependencies.ts'
import { forgottenMessages } from '#features/accounts/rules/forgotten-password.ts'
import { sessionMessages } from '#features/accounts/rules/open-session.ts'
import { placeOf } from '#features/accounts/server/device-name.ts'
import {
  askForLink,
  countFollowed,
  followLink,
} from '#features/accounts/server/forgotten-password/ask-for-link.ts'
import { chooseForgotten } from '#features/accounts/server/forgotten-password/choose-forgotten.ts'
import {
  beginSecondFactor,
  recoveryCodesLeft,
} from '#features/accounts/server/second-factor/second-factor.ts'
import type { Shown } from '#features/accounts/server/second-factor/take-factor.ts'
import { findStep, stepIfWorks } from '#features/accounts/server/sign-in-steps.ts'
import * as api from '../api/staff.ts'
import * as factors from '../api/staff-factors.ts'
import { changeStaff } from './change-staff.ts'
import { forgetfulStaff } from './forgetful-staff.ts'
import { inviteStaff, inviteStaffAgain, joinStaff } from './invite.ts'
import { listStaff } from './list-staff.ts'
import { changeStaffPassword } from './own-account.ts'
import { endOtherSessions, endOwnSession, endThisSession, listStaffSessions } from './sessions.ts'
import {
  beginSignIn,
  type FirstFactor,
  firstPasskey,
  passkeyAfterPassword,
  signInByFactor,
  signInByFirstFactor,
  wantNone,
} from './sign-in.ts'

/** An invitation's secret cannot be guessed; what is tried costs a look all the same. */
const joinRate = { perSecond: 1 / 6, burst: 20 }

/** The way in for the operator's staff, in steps: password or invitation, then the second factor. */
export function staffSignInRoutes(deps: Dependencies, cookies: StaffCookies, findStaff: FindStaff): Routes {
  return (bind) => {
    bind(api.staffSignIn, async ({ body, request, reply }) => {
      const { token, ...next } = await beginSignIn(deps, { ...body, address: request.ip })
      cookies.set(reply, 'staff_step', token)
      return next
    })

    const countInvitation = async (address: string) => {
      const place = await deps.limits.allow({ key: `staff-join:at:${networkOf(address)}`, rate: joinRate })
      if (!place.ok) throw rateLimited('Too many tries. Please wait a minute.', place.retryAfterMs)
    }

    bind(api.staffCheckInvitation, async ({ body, request }) => {
      await countInvitation(request.ip)
      return { works: (await stepIfWorks(deps.db, body.token, 'invitation')) !== undefined }
    })

    bind(api.staffJoin, async ({ body, request, reply }) => {
      await countInvitation(request.ip)
      const token = await joinStaff(deps, body, { rank: 'stranger', of: siteOf(request.ip) })
      cookies.set(reply, 'staff_step', token)
      return { next: 'enroll' as const, factors: [] }
    })

    bind(api.staffEnroll, async ({ request }) => {
      const user = await findStep(deps.db, cookies.read(request, 'staff_step'), 'password')
      await wantNone(deps.db, user.id)
      return beginSecondFactor(deps, user, deps.brand.now.productName)
    })

    const finishEnrolling = async (request: FastifyRequest, reply: FastifyReply, first: FirstFactor) => {
      const step = cookies.read(request, 'staff_step')
      const begun = await signInByFirstFactor(deps, step, first, placeOf(request))
      cookies.clear(reply, 'staff_step')
      cookies.set(reply, 'staff', begun.token)
      return { staff: begun.staff, recoveryCodes: begun.recoveryCodes }
    }

    bind(api.staffEnrolled, ({ body, request, reply }) => finishEnrolling(request, reply, body))

    bind(factors.beginStaffEnrollPasskey, ({ request }) =>
      firstPasskey(deps, cookies.read(request, 'staff_step')),
    )

    bind(factors.staffEnrolledPasskey, ({ body, request, reply }) => finishEnrolling(request, reply, body))

    const finishSignIn = async (request: FastifyRequest, reply: FastifyReply, shown: Shown) => {
      const step = cookies.read(request, 'staff_step')
      const { token, staff } = await signInByFactor(deps, step, shown, placeOf(request))
      cookies.clear(reply, 'staff_step')
      cookies.set(reply, 'staff', token)
      return { staff, recoveryCodesLeft: await recoveryCodesLeft(deps.db, staff.id) }
    }

    bind(api.staffCode, ({ body, request, reply }) => finishSignIn(request, reply, body))

    bind(factors.beginStaffSignInPasskey, ({ request }) =>
      passkeyAfterPassword(deps, cookies.read(request, 'staff_step'), request.ip),
    )

    bind(factors.staffSignInPasskey, ({ body, request, reply }) => finishSignIn(request, reply, body))

    bind(api.staffForgot, async ({ body, request }) => {
      await askForLink(deps, 'staff', { ...body, address: request.ip })
      return { message: forgottenMessages.asked }
    })

    bind(api.staffCheckForgottenLink, async ({ body, request }) => {
      const { token } = body
      return { works: await followLink(deps, forgetfulStaff, { token, address: request.ip }) }
    })

    bind(api.staffChooseForgotten, async ({ body, request }) => {
      await countFollowed(deps, request.ip)
      await chooseForgotten(deps, forgetfulStaff, body, { rank: 'stranger', of: siteOf(request.ip) })
      return { message: forgottenMessages.chosen }
    })

    bind(api.staffCheck, async ({ request }) => {
      const caller = await findStaff(request)
      if (!caller) return { staff: null }
      const { id, name, email, role } = caller
      return { staff: { id, name, email, role } }
    })

    bind(api.staffSignOut, async ({ request, reply }) => {
      const caller = await findStaff(request)
      if (caller) await endThisSession(deps.db, caller)
      cookies.clear(reply, 'staff')
      return { message: 'Signed out' }
    })
  }
}

/** The account of whoever is at the console, and who else works here. */
export function staffRoutes(deps: Dependencies): Routes {
  const { db } = deps
  return (bind) => {
    bind(api.staffChangePassword, async ({ staff, body }) => {
      await changeStaffPassword(deps, staff, body)
      return { message: 'Password changed' }
    })

    bind(api.staffSessions, async ({ staff }) => ({
      sessions: await listStaffSessions(db, staff),
    }))

    bind(api.endStaffSession, async ({ staff, params }) => {
      await endOwnSession(db, staff, params.id)
      return { message: sessionMessages.ended }
    })

    bind(api.endOtherStaffSessions, async ({ staff }) => ({ ended: await endOtherSessions(db, staff) }))

    bind(api.staffList, async () => ({ staff: await listStaff(db) }))

    bind(api.inviteStaff, async ({ body }) => {
      await inviteStaff(deps, body, 'console')
      return { message: `An invitation is on its way to ${body.email}.` }
    })

    bind(api.changeStaff, async ({ params, body }) => {
      return { message: await changeStaff(deps, params.id, body) }
    })

    bind(api.inviteStaffAgain, async ({ params }) => {
      await inviteStaffAgain(deps, params.id, 'console')
      return { message: 'A new invitation is on its way.' }
    })
  }
}
