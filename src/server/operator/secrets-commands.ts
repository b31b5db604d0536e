import { rotateSecrets } from '../db/sealed-columns.ts'
import type { Command } from './command.ts'

export const secretsCommands: readonly Command[] = [
  {
    name: 'secrets rotate',
    summary: 'seal every stored secret anew with the first key of SECRETS_KEYS',
    async run({ db, secrets }, _options, print, tell) {
      const changed = await rotateSecrets(db, secrets, (progress) =>
        tell(`${progress.changed} of ${progress.of} sealed anew`),
      )
      print(
        `${changed} ${changed === 1 ? 'secret is' : 'secrets are'} sealed anew with the key "${secrets.keyIds[0]}".`,
      )
    },
  },
]
