import type { GroupDetails } from '../../api/groups.ts'
import { orderDetailsTexts, userInboxes } from '../../rules/order-details.ts'

/** The people of a group and how many mailboxes each of them has. */
export function UserConfiguration({ group: { userConfiguration, domains } }: { group: GroupDetails }) {
  if (userConfiguration.length === 0)
    return <p className="text-muted text-secondary">{orderDetailsTexts.noUsers}</p>
  const standing = domains.filter(
    ({ status, replacementOrdered }) => status !== 'duplicate' && !replacementOrdered,
  )
  const counts = {
    azure: standing.filter(({ domainType }) => domainType === 'Azure').length,
    google: standing.filter(({ domainType }) => domainType === 'Google').length,
  }
  const number = 'py-2 pl-3 text-right tabular-nums'
  return (
    <table aria-label="User configuration" className="w-full text-secondary">
      <thead>
        <tr className="border-line border-b text-left text-muted">
          <th scope="col" className="w-2/5 py-2 font-normal">
            Full Name
          </th>
          <th scope="col" className={`${number} font-normal`}>
            Azure Inboxes
          </th>
          <th scope="col" className={`${number} font-normal`}>
            Google Inboxes
          </th>
          <th scope="col" className={`${number} font-normal`}>
            Total Inboxes
          </th>
        </tr>
      </thead>
      <tbody>
        {userInboxes(userConfiguration, counts).map(({ fullName, azure, google, total }) => (
          <tr key={fullName} className="border-line border-b last:border-0">
            <th scope="row" className="py-2 text-left font-medium">
              {fullName}
            </th>
            <td className={number}>{azure}</td>
            <td className={number}>{google}</td>
            <td className={number}>{total}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
