import { writeFileSync } from 'node:fs'

/** Where {@link UnhandledErrors} writes: the JSON report has no place for them. */
export const unhandledErrorsOf = (report) => `${report}.unhandled`

/** A reporter of Vitest that keeps the errors which belong to no test, as a list of texts in JSON. */
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const texts = errors.map(({ name, message, stack }) => stack ?? `${name}: ${message}`)
    writeFileSync(unhandledErrorsOf(process.env.TEST_REPORT), JSON.stringify(texts))
  }
}
