import {
  connectPostmaster,
  forgetPostmaster,
  readPostmaster,
} from '#features/capacity/server/hosts/postmaster-sign-in.ts'
import { type Command, reading, table } from './command.ts'
import { readText } from './credential-files.ts'

/** The operator's sign-in to Gmail's Postmaster Tools, which tell what Gmail's users mark as spam. */
export const postmasterCommands: readonly Command[] = [
  {
    name: 'postmaster connect',
    summary:
      'read what Gmail’s users mark as spam of the domains in somebody’s Postmaster Tools, in place of the sign-in before; refused if it does not work',
    options: {
      'client-id': { help: 'the id of an OAuth client of yours', required: true },
      'secret-file': { help: 'a file that holds its secret and nothing else', required: true },
      'token-file': { help: 'a file that holds the refresh token and nothing else', required: true },
    },
    async run(deps, options, print) {
      const probe = await connectPostmaster(deps, {
        clientId: options['client-id'],
        clientSecret: readText(options['secret-file']),
        refreshToken: readText(options['token-file']),
      })
      print(
        probe.ok
          ? 'It works. Domains that are in these Postmaster Tools are asked about once a day.'
          : `It does not work, and nothing is changed: ${probe.reason}`,
      )
      return probe.ok ? 0 : 1
    },
  },
  reading({
    name: 'postmaster list',
    summary: 'the domains whose figures Gmail’s Postmaster Tools let us read',
    read: (deps) => readPostmaster(deps),
    show: ({ since, domains }) =>
      since === null
        ? 'Nobody is signed in to Gmail’s Postmaster Tools.'
        : table(domains.map((domain) => ({ domain }))),
  }),
  {
    name: 'postmaster forget',
    summary: 'forget the sign-in; what Gmail’s users mark as spam is not watched any more',
    options: {},
    async run(deps, _options, print) {
      await forgetPostmaster(deps)
      print('It is forgotten.')
    },
  },
]
