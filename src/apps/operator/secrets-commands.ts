import { rotateSecrets } from '#base/db/sealed-columns.ts'
import type { Command } from './command.ts'

export const secretsCommands: readonly Command[] = [
  {
    name: 'secrets rotate',
    summary: 're-encrypt every stored secret with the first key of SECRETS_KEYS',
    async run({ db, secrets }, _options, print, tell) {
      const changed = await rotateSecrets(db, secrets, (progress) =>
        tell(`${progress.changed} of ${progress.of} re-encrypted`),
      )
      print(
        `${changed} ${changed === 1 ? 'secret is' : 'secrets are'} re-encrypted with the key "${secrets.keyIds[0]}".`,
        { data: { changed } },
      )
    },
  },
]
