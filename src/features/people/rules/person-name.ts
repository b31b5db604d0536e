import * as z from 'zod/mini'
import { fillMessage } from '#base/text/message.ts'
import { accept, boundedText, type Outcome, type Problem, refuse } from '#base/text/outcome.ts'
import { type PlanId, planIds, plans } from '#features/plans/rules/catalog.ts'
import { type Naming, type PlanNames, planLabel } from '#features/plans/rules/naming.ts'

export const personNameMaxLength = 50
/** People of one order, at most: those of the plan that allows the most. */
export const peopleMax = Math.max(...planIds.map((plan) => plans[plan].maxPeople))

export const personNameMessages = {
  bothRequired: 'Both first and last name are required',
  firstLetters: 'First name must contain only letters (A-Z, a-z)',
  lastLetters: 'Last name must contain only letters (A-Z, a-z)',
  reinstateLetters: 'Names must contain only letters',
  tooLong: `Names can have at most ${personNameMaxLength} letters`,
  duplicate: 'A user with this name already exists',
  limit: 'Maximum limit of {n} users reached',
  wizardSoloLimit: '{plan} plan allows only 1 user',
  ordersSoloLimit: 'Only 1 user allowed for {label} orders',
  noneLeft: 'At least one user is required',
} as const

/** Where names are entered; the same rules speak differently there. */
export type NameContext = 'wizard' | 'orders' | 'reinstate'

export interface PersonName {
  firstName: string
  lastName: string
}

export const fullName = ({ firstName, lastName }: PersonName): string => `${firstName} ${lastName}`
/** Two people with the same key count as one: capitals do not distinguish. */
export const fullNameKey = (name: PersonName): string => fullName(name).toLowerCase()

export type PersonNameProblem =
  | 'both_required'
  | 'first_letters'
  | 'last_letters'
  | 'too_long'
  | 'duplicate'
  | 'limit'

const letters = /^[A-Za-z]+$/

/** First and last name, trimmed; both are needed and consist of the letters A to Z. */
export function checkPersonName(
  typed: PersonName,
  context: NameContext = 'wizard',
): Outcome<PersonName, PersonNameProblem> {
  const name = { firstName: typed.firstName.trim(), lastName: typed.lastName.trim() }
  if (!name.firstName || !name.lastName) return refuse('both_required', personNameMessages.bothRequired)
  if (!letters.test(name.firstName))
    return refuse(
      'first_letters',
      personNameMessages[context === 'reinstate' ? 'reinstateLetters' : 'firstLetters'],
    )
  if (!letters.test(name.lastName))
    return refuse(
      'last_letters',
      personNameMessages[context === 'reinstate' ? 'reinstateLetters' : 'lastLetters'],
    )
  if (Math.max(name.firstName.length, name.lastName.length) > personNameMaxLength)
    return refuse('too_long', personNameMessages.tooLong)
  return accept(name)
}

/**
 * Where people are entered, and the plans of the orders they are for: all of them get the same people. The orders
 * screen names the product with the plan. Reinstating keeps the people an order had, whatever its plan.
 */
export type PeopleContext =
  | { context: 'reinstate' }
  | { context: 'wizard'; plans: readonly PlanId[]; planNames: PlanNames }
  | { context: 'orders'; plans: readonly PlanId[]; naming: Naming }

const strictest = (where: PeopleContext): PlanId | undefined =>
  where.context === 'reinstate'
    ? undefined
    : where.plans.toSorted((a, b) => plans[a].maxPeople - plans[b].maxPeople)[0]

/** How many people there can be: as many as the strictest of the plans allows. */
export function peopleLimit(where: PeopleContext): number {
  const plan = strictest(where)
  return plan ? plans[plan].maxPeople : peopleMax
}

/** The sentence for more people than the limit, in the words of the place. */
export function peopleLimitMessage(where: PeopleContext): string {
  const plan = strictest(where)
  if (!plan || where.context === 'reinstate' || plans[plan].maxPeople > 1)
    return limitMessage(peopleLimit(where))
  return where.context === 'orders'
    ? fillMessage(personNameMessages.ordersSoloLimit, { label: planLabel(plan, where.naming) })
    : fillMessage(personNameMessages.wizardSoloLimit, {
        // Of the catalog's name, this sentence alone says that it is for one.
        plan: where.planNames[plan] ?? `${plans[plan].name} Solo`,
      })
}

/** The sentence for a list of more people than so many. */
export const limitMessage = (n: number): string => fillMessage(personNameMessages.limit, { n })

/** Whether one more person may join those that are there, and under which name. */
export function checkNewPerson(
  typed: PersonName,
  existing: readonly PersonName[],
  where: PeopleContext,
): Outcome<PersonName, PersonNameProblem> {
  if (existing.length >= peopleLimit(where)) return refuse('limit', peopleLimitMessage(where))
  const name = checkPersonName(typed, where.context)
  if (!name.ok) return name
  const key = fullNameKey(name.value)
  return existing.some((each) => fullNameKey(each) === key)
    ? refuse('duplicate', personNameMessages.duplicate)
    : name
}

/**
 * What is wrong with a whole list of people, or undefined: someone is there, nobody is there twice, and no
 * more than the limit. The names themselves are taken to have passed `checkPersonName`.
 */
export function peopleProblem(
  people: readonly PersonName[],
  where: PeopleContext,
): Problem<'none' | 'duplicate' | 'limit'> | undefined {
  if (people.length === 0) return { code: 'none', message: personNameMessages.noneLeft }
  if (people.length > peopleLimit(where)) return { code: 'limit', message: peopleLimitMessage(where) }
  if (new Set(people.map(fullNameKey)).size < people.length)
    return { code: 'duplicate', message: personNameMessages.duplicate }
  return undefined
}

/** A name in a request or a stored draft, in normal form. */
export const personName = z.pipe(
  z.object({ firstName: boundedText(200), lastName: boundedText(200) }),
  z.transform((typed: PersonName, context): PersonName => {
    const outcome = checkPersonName(typed)
    if (outcome.ok) return outcome.value
    context.issues.push({ code: 'custom', message: outcome.problem.message, input: typed })
    return z.NEVER
  }),
)
