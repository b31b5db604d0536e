import type { Context } from 'hono'
import { html } from 'hono/html'
import { signInPage } from '../html-page.ts'

/**
 * Google's pages, with the elements and paths that public tools rely on. Inferred: the button of the speedbump, and
 * how the pages tell an automated browser; the real ones do not say.
 */
const looksAtBrowser =
  "addEventListener('DOMContentLoaded', () => { for (const field of document.getElementsByName('bgRequest')) field.value = navigator.webdriver ? 'automated' : 'person' })"

interface FormFacts {
  token: string
  error?: string
}
const hidden = (token: string) => html`<input type="hidden" name="TL" value="${token}" />
  <input type="hidden" name="bgRequest" value="" />`

export const identifierPage = (c: Context, form: FormFacts & { address: string }) =>
  signInPage(
    c,
    { title: 'Sign in - Google Accounts', script: looksAtBrowser },
    html`<h1>Sign in</h1>
      <form method="post" action="/v3/signin/identifier">
        ${hidden(form.token)}
        <input type="email" id="identifierId" name="identifier" value="${form.address}" aria-label="Email or phone" autocomplete="username" maxlength="254" autofocus />
        ${form.error ? html`<div role="alert">${form.error}</div>` : ''}
        <div class="buttons" id="identifierNext"><button type="submit">Next</button></div>
      </form>`,
  )

export const passwordPage = (c: Context, form: FormFacts & { address: string }) =>
  signInPage(
    c,
    { title: 'Sign in - Google Accounts', script: looksAtBrowser },
    html`<h1>Welcome</h1>
      <div id="profileIdentifier">${form.address}</div>
      <form method="post" action="/v3/signin/challenge/pwd">
        ${hidden(form.token)}
        <input type="password" name="Passwd" aria-label="Enter your password" autocomplete="current-password" maxlength="200" autofocus />
        ${form.error ? html`<div role="alert">${form.error}</div>` : ''}
        <div class="buttons" id="passwordNext"><button type="submit">Next</button></div>
      </form>`,
  )

export const speedbumpPage = (c: Context, { token, address }: { token: string; address: string }) =>
  signInPage(
    c,
    { title: 'Welcome to your new account' },
    html`<h1>Welcome to your new account</h1>
      <p>Welcome to your new account: ${address}. Your account is managed by an administrator, who decides which services you may use.</p>
      <form method="post" action="/speedbump/gaplustos">
        <input type="hidden" name="TL" value="${token}" />
        <div class="buttons"><input type="submit" id="confirm" name="confirm" value="I understand" /></div>
      </form>`,
  )

export const consentPage = (
  c: Context,
  form: { token: string; address: string; app: string; scopes: readonly string[] },
) =>
  signInPage(
    c,
    { title: 'Sign in - Google Accounts' },
    html`<h1>${form.app} wants access to your Google Account</h1>
      <div>${form.address}</div>
      <ul>${form.scopes.map((scope) => html`<li>${scope}</li>`)}</ul>
      <form method="post" action="/signin/oauth/consent">
        <input type="hidden" name="TL" value="${form.token}" />
        <div class="buttons">
          <button type="submit" name="decision" value="cancel">Cancel</button>
          <button type="submit" id="submit_approve_access" name="decision" value="allow">Continue</button>
        </div>
      </form>`,
  )

/** A page that only says something, or asks for what nobody here has. */
export const noticePage = (c: Context, heading: string, text: string, status: 200 | 400 = 200) =>
  signInPage(c, { title: 'Sign in - Google Accounts', status }, html`<h1>${heading}</h1><p>${text}</p>`)

export const codePage = (c: Context) =>
  signInPage(
    c,
    { title: '2-Step Verification' },
    html`<h1>2-Step Verification</h1>
      <p>Get a verification code from the Google Authenticator app</p>
      <form><input type="text" id="totpPin" name="totpPin" inputmode="numeric" aria-label="Enter code" />
      <div class="buttons" id="totpNext"><button type="button">Next</button></div></form>`,
  )

export const captchaPage = (c: Context) =>
  signInPage(
    c,
    { title: 'Sign in - Google Accounts' },
    html`<h1>Verify it’s you</h1>
      <p>Confirm you’re not a robot</p>
      <form><div id="recaptcha" role="img" aria-label="reCAPTCHA"></div>
      <div class="buttons"><button type="button">Next</button></div></form>`,
  )
