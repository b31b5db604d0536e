/**
 * Runs a script's body; what it throws is told as a sentence.
 * @param {() => Promise<number | void>} body returns the exit code
 */
export function main(body) {
  body().then(
    (code) => {
      process.exit(code ?? 0)
    },
    (error) => {
      console.error(error.message)
      process.exit(1)
    },
  )
}
