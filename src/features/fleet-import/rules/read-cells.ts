import * as z from 'zod/mini'
import { accept, type Outcome, refuse } from '#base/text/outcome.ts'
import { newEmailField } from '#features/accounts/rules/sign-in.ts'
import { checkForwardingUrl } from '#features/forwarding/rules/forwarding-url.ts'
import { normalizeDomain } from '#features/names/rules/normalize-domain.ts'
import { isPublicSuffix } from '#features/names/rules/public-suffix.ts'
import { isReservedName } from '#features/names/rules/reserved-name.ts'
import { checkPersonName, fullNameKey, peopleMax } from '#features/people/rules/person-name.ts'
import { planIds } from '#features/plans/rules/catalog.ts'
import { sendingToolIds } from '#features/tools/rules/sending-tools.ts'
import { type ImportColumn, type ImportPerson, type ImportRow, importCellMaxLength } from './import-row.ts'

type Reader<T> = (text: string) => Outcome<T>

const wrong = (message: string) => refuse('wrong', message)

const orderMaxLength = 60
const customerMaxLength = 100

const email: Reader<string> = (text) => {
  const read = z.safeParse(newEmailField, text)
  return read.success ? accept(read.data) : wrong(read.error.issues[0]?.message ?? 'This is no address.')
}

/** Whoever writes `www.acme.com` means the domain below it. */
const withoutWww = (name: string): string => {
  const below = name.startsWith('www.') ? name.slice(4) : name
  return below.includes('.') && !isPublicSuffix(below) ? below : name
}

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

const domain: Reader<string> = (text) => {
  const name = withoutWww(normalizeDomain(text))
  const labels = name.split('.')
  const isName = labels.length > 1 && name.length <= 253 && labels.every((each) => label.test(each))
  if (!isName) return wrong('is no domain name. Please write it as example.com.')
  if (isReservedName(name) || isPublicSuffix(name)) return wrong('is a name that nobody can have.')
  return accept(name)
}

const oneOf =
  <W extends string>(words: readonly W[]): Reader<W> =>
  (text) => {
    const word = words.find((each) => each === text.toLowerCase())
    return word ? accept(word) : wrong(`is none of ${new Intl.ListFormat('en').format(words)}.`)
  }

const short =
  (max: number): Reader<string> =>
  (text) =>
    /\p{C}|\p{Zl}|\p{Zp}/u.test(text)
      ? wrong('has a line break, or characters that cannot be seen.')
      : text.length <= max
        ? accept(text)
        : wrong(`has more than ${max} characters.`)

/** A long number, as a spreadsheet shows and saves it (`1.23457E+11`): its last digits are gone. */
const shortened = /^-?\d(?:[.,]\d+)?e[+-]?\d+$/i
/** Errors of a spreadsheet, or a column that was too narrow. */
const spreadsheetError = /^#(?:N\/A|REF!|NAME\?|VALUE!|DIV\/0!|NUM!|NULL!|#+)$/i

const order: Reader<string> = (text) => {
  if (shortened.test(text))
    return wrong(
      `is “${text}”: a spreadsheet has shortened a long number, so two orders may look like one. Format the column as text, enter the numbers again, and save the file.`,
    )
  if (spreadsheetError.test(text)) return wrong(`is “${text}”, an error in the spreadsheet.`)
  return short(orderMaxLength)(text)
}

const started: Reader<string> = (text) => {
  const isDay = /^20\d\d-\d\d-\d\d$/.test(text)
  const day = new Date(`${text}T00:00:00Z`)
  return isDay && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
    ? accept(text)
    : wrong('is no day. Please write it as 2026-03-31.')
}

const subscription: Reader<string | null> = (text) =>
  /^sub_\w{1,60}$/.test(text) ? accept(text) : wrong('is no subscription of Stripe’s: those begin with sub_.')

const localPart = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/

/** "Ada Byron (ada a.byron)" */
function person(text: string): Outcome<ImportPerson> {
  const [names = '', inBrackets, rest] = text.split(/[()]/)
  const words = names.trim().split(/\s+/)
  if (words.length !== 2 || (inBrackets !== undefined && rest?.trim() !== ''))
    return wrong(`has “${text.trim()}”, which is no first and last name. Please write it as Ada Byron.`)
  const name = checkPersonName({ firstName: words[0] as string, lastName: words[1] as string })
  if (!name.ok) return wrong(`has “${text.trim()}”: ${name.problem.message}.`)
  const localParts = (inBrackets ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean)
  const strange = localParts.find((each) => !localPart.test(each))
  return strange === undefined
    ? accept({ ...name.value, localParts })
    : wrong(`has “${strange}”, which is no part of an address before its @.`)
}

const people: Reader<ImportPerson[]> = (text) => {
  const read: ImportPerson[] = []
  for (const each of text.split(';').filter((part) => part.trim() !== '')) {
    const one = person(each)
    if (!one.ok) return one
    read.push(one.value)
  }
  if (read.length === 0) return wrong('names nobody.')
  if (read.length > peopleMax) return wrong(`names more than ${peopleMax} people.`)
  if (new Set(read.map(fullNameKey)).size < read.length) return wrong('names somebody twice.')
  const addresses = read.flatMap(({ localParts }) => localParts)
  if (new Set(addresses).size < addresses.length) return wrong('gives an address to two people.')
  return accept(read)
}

const forwarding: Reader<string> = (text) => {
  const url = checkForwardingUrl(text)
  return url.ok ? url : wrong('is no address of a website. Please write it as https://example.com.')
}

const readers: { [C in ImportColumn]: Reader<ImportRow[C]> } = {
  email,
  customer: short(customerMaxLength),
  domain,
  plan: oneOf(planIds),
  order,
  started,
  subscription,
  people,
  forwarding,
  tool: oneOf(sendingToolIds),
}

/** What a cell that is not empty says, or why it says nothing: "Column plan is none of …". */
export function readCell<C extends ImportColumn>(column: C, text: string): Outcome<ImportRow[C]> {
  const said =
    text.length > importCellMaxLength
      ? wrong(`has more than ${importCellMaxLength} characters.`)
      : (readers[column] as Reader<ImportRow[C]>)(text)
  if (said.ok) return said
  const { message } = said.problem
  return wrong(`Column ${column}${/^[a-z]/.test(message) ? ' ' : ': '}${message}`)
}
