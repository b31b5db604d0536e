import * as z from 'zod/mini'
import { type SignInBody, signInBody } from '../../rules/sign-in.ts'

/** The first problem of each field, in the words beside it. */
export function problemsOf(entered: SignInBody): Partial<Record<keyof SignInBody, string>> {
  const result = z.safeParse(signInBody, entered)
  const problems: Partial<Record<keyof SignInBody, string>> = {}
  for (const { path, message } of result.error?.issues ?? []) {
    const field = path[0] as keyof SignInBody
    problems[field] ??= message
  }
  return problems
}
