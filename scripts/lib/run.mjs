import { spawn } from 'node:child_process'
import { childEnvironment, root } from './repository.mjs'

/**
 * Runs a program in the root of the checkout to its end, with our terminal as its own.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: Record<string, string>, quiet?: boolean }} [options] `quiet`: its output is shown only if it fails
 * @returns {Promise<number>} its exit code
 */
export function run(command, args, { env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: root,
      env: childEnvironment(env),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : 'inherit',
    })
    const output = []
    child.stdout?.on('data', (chunk) => output.push(chunk))
    child.stderr?.on('data', (chunk) => output.push(chunk))
    child.on('error', reject)
    const forward = (signal) => child.kill(signal)
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
    for (const signal of signals) process.on(signal, forward)
    child.on('close', (code, signal) => {
      for (const name of signals) process.off(name, forward)
      const failed = code !== 0
      if (failed && quiet) process.stderr.write(Buffer.concat(output))
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
    })
  })
}
