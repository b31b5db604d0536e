import type { Dependencies } from '#delivery/dependencies.ts'
import { inviteStaff } from '#features/staff/server/invite.ts'
import { codeOf } from '#tests/server/staff.ts'
import type { Cookie } from './plain-tab.ts'

/** The cookies of an owner who has come from the invitation to the console. */
export async function signedInOwner(deps: Dependencies, url: string): Promise<Cookie[]> {
  const { link } = await inviteStaff(
    deps,
    { email: 'owner@a.test', name: 'Olga Owner', role: 'owner' },
    'command line',
  )
  const cookies = new Map<string, string>()
  const post = async (path: string, body: unknown = {}): Promise<unknown> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        origin: url,
        'x-requested-with': 'XMLHttpRequest',
        'content-type': 'application/json',
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    for (const each of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (each.split(';')[0] ?? '').split('=')
      cookies.set(name, value)
    }
    return answer.json()
  }
  await post('/api/operator/join', { token: new URL(link).hash.slice(1), password: 'Console.Horse.1' })
  const { secret } = (await post('/api/operator/sign-in/enroll')) as { secret: string }
  await post('/api/operator/sign-in/enrolled', { code: codeOf(secret) })
  return [...cookies].map(([name, value]) => ({ name, value, url }))
}
