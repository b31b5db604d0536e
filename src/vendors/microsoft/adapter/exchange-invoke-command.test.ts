import { describe, expect, it } from 'vitest'
import { explainCmdletRefusal } from './exchange-invoke-command.ts'

describe('a refused cmdlet', () => {
  const explain = (status: number, message: string) =>
    explainCmdletRefusal({
      status,
      headers: new Headers(),
      body: { error: { code: 'BadRequest', message: 'Error executing cmdlet', details: [{ message }] } },
    })

  it.each([
    [
      404,
      "Ex6F9304|Microsoft.Exchange.Configuration.Tasks.ManagementObjectNotFoundException|The operation couldn't be performed.",
      { kind: 'not_found', reason: "The operation couldn't be performed" },
    ],
    [
      400,
      'Ex1|Microsoft.Exchange.Data.Directory.ProxyAddressExistsException|The proxy address is already being used.',
      { kind: 'rejected', code: 'AlreadyExists' },
    ],
    [400, 'The name "m-1" is already being used. Please try another name.', { code: 'AlreadyExists' }],
    [
      400,
      'Ex2|X.Y|CNAME record does not exist for this config. Please publish the following two CNAME records first.',
      { kind: 'waiting', reason: 'Microsoft does not see the DKIM records yet' },
    ],
    [400, 'Ex3|A.ADTransientException|The server is busy.', { kind: 'transient' }],
    [
      400,
      "Ex4|Microsoft.Exchange.Configuration.Tasks.InvalidOperationInDehydratedContextException|The command you tried to run isn't currently allowed in your organization.",
      {
        kind: 'waiting',
        waitsFor: 'operator',
        reason: expect.stringContaining('Enable-OrganizationCustomization'),
      },
    ],
    [400, 'Ex5|A.B|Something else.', { kind: 'transient', reason: 'Something else' }],
  ])('with %i is read: %s', (status, message, expected) => {
    expect(explain(status, message)).toMatchObject(expected)
  })

  it('says which role is missing, whatever the body', () => {
    expect(explainCmdletRefusal({ status: 403, headers: new Headers(), body: '' }).reason).toContain(
      'Exchange Administrator',
    )
  })
})
