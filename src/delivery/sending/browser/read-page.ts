import type { Page } from 'playwright-core'
import * as z from 'zod'
import { mapRecord } from '#base/records/keys-of.ts'

/**
 * What Microsoft's pages are known by beside the name they give themselves. Both sets: the classic one, as public
 * uploaders rely on it, and the one that was redesigned in 2026, seen at consumers' accounts so far. The main button
 * has the same id on every classic page and says nothing. Texts are never read: they come in any language. Inferred:
 * the captcha's, the names of the fields for a new password, and the address a consent is sent to.
 */
const marks = {
  picker: '#tilesHolder, [data-testid=accountTile], #otherTile',
  user: 'input[name=loginfmt], #i0116, #usernameEntry',
  password: 'input[name=passwd], #i0118, #passwordEntry',
  userError: '#usernameError, #i0116Error',
  passwordError: '#passwordError, #i0118Error',
  staySignedIn: '#KmsiCheckboxField, #kmsiTitle',
  consent: 'form[action*="/Consent/"]',
  secondFactor:
    '#idDiv_SAOTCS_Proofs, #idTxtBx_SAOTCC_OTC, #idSubmit_SAOTCC_Continue, input[name=otc], #idRichContext_DisplaySign',
  enrol: '#idSubmit_ProofUp_Redirect',
  askLater: '#btnAskLater',
  changePassword: 'input[name=currentPasswd], input[name=newPasswd]',
  captcha: 'input[name=HipSolution], #hipSolution, #hipTemplateContainer',
} as const
export type Mark = keyof typeof marks

const shortText = (max: number) => z.string().max(max)
const pageSchema = z.object({
  /** Another document has another one, also at the same address. */
  documentId: z.number(),
  isLoaded: z.boolean(),
  address: shortText(8_192),
  pgid: shortText(60),
  code: shortText(20),
  message: shortText(300),
  /** Whom the page says that it speaks to. */
  account: shortText(320),
  marks: z.object(mapRecord(marks, () => z.boolean())),
})
export type PageSeen = z.output<typeof pageSchema>

/**
 * Runs in the page, so it is text: the server's types know no document. Hidden fields of the next page lie on the one
 * before it, without a size or without opacity.
 */
const script = `(() => {
  const text = (value, max) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim().slice(0, max) : '')
  const config = typeof globalThis.$Config === 'object' && globalThis.$Config !== null ? globalThis.$Config : {}
  const isShown = (element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  }
  const marks = {}
  for (const [name, selector] of Object.entries(${JSON.stringify(marks)}))
    marks[name] = [...document.querySelectorAll(selector)].some(isShown)
  const name = document.querySelector('#displayName')
  return {
    documentId: performance.timeOrigin,
    isLoaded: document.readyState === 'complete',
    address: location.href.slice(0, 8192),
    pgid: text(config.pgid, 60),
    code: text(config.sErrorCode, 20),
    message: text(config.strServiceExceptionMessage, 300),
    account: name ? text(name.title || name.textContent, 320) : '',
    marks,
  }
})()`

/** The page as it is now; undefined while it is on its way to another one. Throws when it is gone. */
export async function readPage(page: Page): Promise<PageSeen | undefined> {
  try {
    return pageSchema.parse(await page.evaluate(script))
  } catch (error) {
    if (page.isClosed()) throw error
    return undefined
  }
}
