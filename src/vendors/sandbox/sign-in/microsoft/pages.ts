import type { Context } from 'hono'
import { html } from 'hono/html'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Markup } from '../../console/page.ts'
import { scriptLiteral, signInPage } from '../html-page.ts'

/**
 * Microsoft's pages, with the elements, names and order that public uploaders rely on. The main button has the same
 * id on each of them. Inferred: the `pgid` of the consent, change-password and proof-up pages.
 */
interface PageFacts {
  title: string
  /** The name the page gives itself in `$Config`. */
  pgid: string
  /** The code of an error, without letters. */
  code?: number
  serviceMessage?: string
  status?: ContentfulStatusCode
}

function page(c: Context, { title, pgid, code, serviceMessage, status }: PageFacts, body: Markup) {
  const config = {
    pgid,
    sErrorCode: code === undefined ? '' : String(code),
    strServiceExceptionMessage: serviceMessage ?? '',
  }
  return signInPage(
    c,
    { title, status, script: `//<![CDATA[\n$Config=${scriptLiteral(config)};\n//]]>` },
    html`<h1>${title}</h1>${body}`,
  )
}

/** `ctx` carries the flow; an error belongs to its field. */
interface FormFacts {
  ctx: string
  tenant: string
}
const hidden = (ctx: string) => html`<input type="hidden" name="ctx" value="${ctx}" />`
const mainButton = (value: string) => html`<input type="submit" id="idSIButton9" value="${value}" />`

export const userPage = (
  c: Context,
  form: FormFacts & { address: string; error?: { code: number; text: string } },
) =>
  page(
    c,
    { title: 'Sign in', pgid: 'ConvergedSignIn', code: form.error?.code },
    html`<form method="post" action="/${form.tenant}/login">
      ${hidden(form.ctx)}
      ${form.error ? html`<div id="usernameError" role="alert">${form.error.text}</div>` : ''}
      <input type="email" name="loginfmt" id="i0116" value="${form.address}" aria-label="Enter your email, phone, or Skype." placeholder="Email, phone, or Skype" autocomplete="username" maxlength="113" autofocus />
      <div class="buttons">${mainButton('Next')}</div>
    </form>`,
  )

export const passwordPage = (
  c: Context,
  form: FormFacts & { address: string; error?: { code: number; text: string } },
) =>
  page(
    c,
    { title: 'Enter password', pgid: 'ConvergedSignIn', code: form.error?.code },
    html`<form method="post" action="/${form.tenant}/login">
      ${hidden(form.ctx)}
      <div id="displayName" title="${form.address}">${form.address}</div>
      ${form.error ? html`<div id="passwordError" role="alert">${form.error.text}</div>` : ''}
      <input type="password" name="passwd" id="i0118" aria-label="Enter the password for ${form.address}" placeholder="Password" autocomplete="current-password" maxlength="256" autofocus />
      <div class="buttons">${mainButton('Sign in')}</div>
    </form>`,
  )

/** Comes where a session of this browser is known and the link asks for a choice. */
export const pickerPage = (c: Context, form: FormFacts & { address: string }) =>
  page(
    c,
    { title: 'Pick an account', pgid: 'ConvergedSignIn' },
    html`<form method="post" action="/${form.tenant}/login">
      ${hidden(form.ctx)}
      <div id="tilesHolder">
        <button type="submit" name="tile" value="known" data-testid="accountTile">${form.address}</button>
        <button type="submit" name="tile" value="other" id="otherTile">Use another account</button>
      </div>
    </form>`,
  )

export const staySignedInPage = (c: Context, { ctx, address }: { ctx: string; address: string }) =>
  page(
    c,
    { title: 'Stay signed in?', pgid: 'KmsiInterrupt', code: 50140 },
    html`<form method="post" action="/kmsi">
      ${hidden(ctx)}
      <div id="displayName">${address}</div>
      <div id="kmsiTitle">Do this to reduce the number of times you are asked to sign in.</div>
      <label><input type="checkbox" name="DontShowAgain" id="KmsiCheckboxField" value="true" /> Don't show this again</label>
      <div class="buttons">
        <button type="submit" id="idBtn_Back" name="LoginOptions" value="3">No</button>
        <input type="submit" id="idSIButton9" value="Yes" />
      </div>
    </form>`,
  )

export const consentPage = (
  c: Context,
  form: FormFacts & { address: string; app: string; publisher: string; scopes: string[]; isForAll: boolean },
) =>
  page(
    c,
    { title: 'Permissions requested', pgid: 'ConvergedConsent', code: 65001 },
    html`<form method="post" action="/${form.tenant}/Consent/Set">
      ${hidden(form.ctx)}
      <div id="displayName">${form.address}</div>
      <p><strong>${form.app}</strong><br /><small>${form.publisher}</small></p>
      <p>${form.isForAll ? 'For everyone in your organization, this app would like to:' : 'This app would like to:'}</p>
      <ul>${form.scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
      <div class="buttons">
        <button type="submit" id="idBtn_Back" name="decision" value="cancel">Cancel</button>
        <input type="submit" id="idSIButton9" value="Accept" />
      </div>
    </form>`,
  )

export const adminApprovalPage = (c: Context, { app, backTo }: { app: string; backTo: string }) =>
  page(
    c,
    { title: 'Need admin approval', pgid: 'ConvergedError', code: 90094 },
    html`<p>${app} needs permission to access resources in your organization that only an admin can grant. Please ask an admin to grant permission to this app before you can use it.</p>
      <a href="${backTo}" id="idBtn_Back">Return to the application without granting consent</a>`,
  )

/** A second factor of someone who has one; its code is always wrong here. */
export const secondFactorPage = (c: Context, { address }: { address: string }) =>
  page(
    c,
    { title: 'Enter code', pgid: 'ConvergedTFA', code: 50076 },
    html`<form>
      <div id="displayName">${address}</div>
      <div id="idDiv_SAOTCS_Proofs">Enter the code displayed in the authenticator app on your mobile device</div>
      <input type="text" name="otc" id="idTxtBx_SAOTCC_OTC" inputmode="numeric" autocomplete="one-time-code" aria-label="Code" maxlength="8" />
      <div class="buttons"><input type="button" id="idSubmit_SAOTCC_Continue" value="Verify" /></div>
    </form>`,
  )

export const moreInformationPage = (
  c: Context,
  { ctx, address, code, mayWait }: { ctx: string; address: string; code: number; mayWait: boolean },
) =>
  page(
    c,
    { title: 'More information required', pgid: 'ConvergedProofUpRedirect', code },
    html`<form method="post" action="/common/ProofUp/later">
      ${hidden(ctx)}
      <div id="displayName">${address}</div>
      <p id="ProofUpDescription">Your organization needs more information to keep your account secure</p>
      <div class="buttons">
        ${mayWait ? html`<button type="submit" id="btnAskLater">Ask later</button>` : ''}
        <a id="CancelLinkButton" href="/common/oauth2/logout">Use a different account</a>
        <button type="button" id="idSubmit_ProofUp_Redirect">Next</button>
      </div>
    </form>`,
  )

export const changePasswordPage = (c: Context, { address }: { address: string }) =>
  page(
    c,
    { title: 'Update your password', pgid: 'ConvergedChangePassword', code: 50055 },
    html`<form>
      <div id="displayName">${address}</div>
      <p>You need to update your password because this is the first time you are signing in, or because your password has expired.</p>
      <input type="password" name="currentPasswd" id="currentPassword" aria-label="Current password" />
      <input type="password" name="newPasswd" id="newPassword" aria-label="New password" />
      <input type="password" name="confirmNewPasswd" id="confirmNewPassword" aria-label="Confirm password" />
      <div class="buttons"><input type="button" id="idSIButton9" value="Sign in" /></div>
    </form>`,
  )

/** Inferred, elements and all: what such a page looks like at work accounts nobody has written down. */
export const captchaPage = (c: Context, { address }: { address: string }) =>
  page(
    c,
    { title: 'Help us beat the robots', pgid: 'ConvergedSignIn', code: 50196 },
    html`<form>
      <div id="displayName">${address}</div>
      <p>Enter the characters you see</p>
      <input type="text" name="HipSolution" id="hipSolution" aria-label="Enter the characters you see" />
      <div class="buttons"><input type="button" id="idSIButton9" value="Next" /></div>
    </form>`,
  )

export const signedOutPage = (c: Context) =>
  page(
    c,
    { title: 'You signed out of your account', pgid: 'ConvergedSignOut' },
    html`<p>It's a good idea to close all browser windows.</p>`,
  )

export const errorPage = (c: Context, code: number, message: string) =>
  page(
    c,
    {
      title: 'Sorry, but we’re having trouble signing you in.',
      pgid: 'ConvergedError',
      code,
      serviceMessage: `AADSTS${code}: ${message}`,
    },
    html`<p id="exceptionMessageContainer">AADSTS${code}: ${message}</p>`,
  )
