import * as z from 'zod/mini'
import { staffRoleNames } from '#base/access.ts'
import { endpoint } from '#base/api/endpoint.ts'
import { boundedText } from '#base/text/outcome.ts'
import {
  forgotBody,
  linkState,
  resetBody,
  resetLinkBody,
} from '#features/accounts/rules/forgotten-password.ts'
import { openSession } from '#features/accounts/rules/open-session.ts'
import { factorKinds } from '#features/accounts/rules/passkeys.ts'
import { changePasswordBody } from '#features/accounts/rules/password.ts'
import { signInBody } from '#features/accounts/rules/sign-in.ts'
import { codeBody, invitationBody, inviteBody, joinBody } from '../rules/staff.ts'

const done = z.object({ message: z.string() })
const noBody = z.optional(z.nullable(z.object({})))
const role = z.enum(staffRoleNames)
const moment = z.string()

/** The signed-in member of staff, as the console knows them. */
const staffMember = z.object({ id: z.string(), name: z.string(), email: z.string(), role })
export type StaffMember = z.output<typeof staffMember>

/** The password was right: what comes next. `enroll`: they have no second factor yet and make one now. */
const nextStep = z.object({
  next: z.enum(['code', 'enroll']),
  /** The second factors that they have. */
  factors: z.array(z.enum(factorKinds)),
})

export const staffSignIn = endpoint({
  method: 'POST',
  path: '/api/operator/sign-in',
  summary: 'Staff: address and password; the second factor comes next',
  access: 'public',
  replacesSession: true,
  body: signInBody,
  response: nextStep,
})

export const staffCheckInvitation = endpoint({
  method: 'POST',
  path: '/api/operator/join/check',
  summary: 'Staff: whether an invitation can still be followed; leaves it as it is',
  access: 'public',
  body: invitationBody,
  response: linkState,
})

export const staffJoin = endpoint({
  method: 'POST',
  path: '/api/operator/join',
  summary: 'Staff: follow an invitation and choose a password; a second factor comes next',
  access: 'public',
  body: joinBody,
  response: nextStep,
})

export const staffEnroll = endpoint({
  method: 'POST',
  path: '/api/operator/sign-in/enroll',
  summary: 'Staff: a new secret for an authenticator app, once the password was right',
  access: 'public',
  body: noBody,
  /** `secret` in base 32, `uri` for the QR code. */
  response: z.object({ secret: z.string(), uri: z.string() }),
})

export const staffEnrolled = endpoint({
  method: 'POST',
  path: '/api/operator/sign-in/enrolled',
  summary: 'Staff: the first code of the new authenticator, which signs in; recovery codes are shown once',
  access: 'public',
  body: codeBody,
  response: z.object({ staff: staffMember, recoveryCodes: z.array(z.string()) }),
})

export const staffCode = endpoint({
  method: 'POST',
  path: '/api/operator/sign-in/code',
  summary: 'Staff: the second factor, once the password was right; signs in',
  access: 'public',
  body: codeBody,
  response: z.object({ staff: staffMember, recoveryCodesLeft: z.number() }),
})

export const staffForgot = endpoint({
  method: 'POST',
  path: '/api/operator/forgot-password',
  summary: 'Staff: ask for a link by mail to choose another password; answers the same for every address',
  access: 'public',
  body: forgotBody,
  response: done,
})

export const staffCheckForgottenLink = endpoint({
  method: 'POST',
  path: '/api/operator/forgot-password/check',
  summary: 'Staff: whether the link of a mail still works; leaves it as it is',
  access: 'public',
  body: resetLinkBody,
  response: linkState,
})

export const staffChooseForgotten = endpoint({
  method: 'POST',
  path: '/api/operator/forgot-password/choose',
  summary: 'Staff: choose another password by the link of a mail; the second factor is asked for as ever',
  access: 'public',
  body: resetBody,
  response: done,
})

export const staffCheck = endpoint({
  method: 'GET',
  path: '/api/operator/check',
  summary: 'Whether a member of staff is signed in, and as whom',
  access: 'public',
  response: z.object({ staff: z.nullable(staffMember) }),
})

export const staffSignOut = endpoint({
  method: 'POST',
  path: '/api/operator/sign-out',
  summary: 'Staff: end this session',
  access: 'public',
  body: noBody,
  response: done,
})

export const staffConfirm = endpoint({
  method: 'POST',
  path: '/api/operator/confirm',
  summary: 'Staff: show the second factor again, which opens what does harm for a while',
  access: 'staff',
  limit: 'staff',
  body: codeBody,
  response: done,
})

export const staffChangePassword = endpoint({
  method: 'POST',
  path: '/api/operator/password',
  summary: 'Staff: replace the own password; every other session ends',
  access: 'staff',
  limit: 'password',
  body: changePasswordBody,
  response: done,
})

export const staffRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/operator/recovery-codes',
  summary: 'Staff: new recovery codes, shown once; those before are worth nothing any more',
  access: 'staff',
  asksAgain: true,
  limit: 'staff',
  body: noBody,
  response: z.object({ recoveryCodes: z.array(z.string()) }),
})

export const staffSessions = endpoint({
  method: 'GET',
  path: '/api/operator/sessions',
  summary: 'Staff: where they are signed in',
  access: 'staff',
  response: z.object({ sessions: z.array(openSession) }),
})

export const endStaffSession = endpoint({
  method: 'DELETE',
  path: '/api/operator/sessions/:id',
  summary: 'Staff: end one of their own sessions',
  access: 'staff',
  limit: 'staff',
  params: z.object({ id: boundedText(60) }),
  response: done,
})

export const endOtherStaffSessions = endpoint({
  method: 'POST',
  path: '/api/operator/sessions/end-others',
  summary: 'Staff: end all of their sessions but this one',
  access: 'staff',
  limit: 'staff',
  body: noBody,
  response: z.object({ ended: z.number() }),
})

const colleague = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  /** `invited`: has not followed the invitation yet; `unfinished`: has chosen a password and no second factor. */
  state: z.enum(['active', 'invited', 'unfinished', 'disabled']),
  hasAuthenticator: z.boolean(),
  passkeys: z.number(),
  lastSeenAt: z.nullable(moment),
  /** Until when an open invitation can be followed. */
  invitedUntil: z.nullable(moment),
})
export type Colleague = z.output<typeof colleague>

export const staffList = endpoint({
  method: 'GET',
  path: '/api/operator/staff',
  summary: 'Who works here',
  access: 'staff:staff.read',
  response: z.object({ staff: z.array(colleague) }),
})

export const inviteStaff = endpoint({
  method: 'POST',
  path: '/api/operator/staff',
  summary: 'Invite a colleague by mail',
  access: 'staff:staff.manage',
  asksAgain: true,
  limit: 'staff',
  body: inviteBody,
  response: done,
})

const staffId = z.object({ id: boundedText(60) })

export const changeStaff = endpoint({
  method: 'PATCH',
  path: '/api/operator/staff/:id',
  summary: 'Change a colleague’s role, or end their access or open it again',
  access: 'staff:staff.manage',
  asksAgain: true,
  limit: 'staff',
  params: staffId,
  body: z.strictObject({ role: z.optional(role), disabled: z.optional(z.boolean()) }),
  response: done,
})

export const inviteStaffAgain = endpoint({
  method: 'POST',
  path: '/api/operator/staff/:id/invite',
  summary: 'A new invitation: password and second factor are chosen anew, every session ends',
  access: 'staff:staff.manage',
  asksAgain: true,
  limit: 'staff',
  params: staffId,
  body: noBody,
  response: done,
})
