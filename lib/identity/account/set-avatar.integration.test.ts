import { picture } from '@/lib/testing/samples/packing-samples'
import { withOwner } from '@/lib/testing/harnesses/database'
import { createTestOrganization, envelope, signInAs } from '@/lib/testing/factories/factories'
import { uploadAvatarAction } from './actions'

test('concurrent uploads by one person are all accepted, and the last picture stays alone', async () => {
  const company = await createTestOrganization()
  await signInAs(company.owner)
  const photo = await picture()
  const answers = await Promise.all(Array.from({ length: 6 }, () => uploadAvatarAction(envelope(company), { photo })))
  expect(answers.map(({ ok }) => ok)).toEqual(Array.from({ length: 6 }, () => true))
  const { rows } = await withOwner((owner) =>
    owner.query(
      'select u.avatar_id = a.id as shown from avatar a join app_user u on u.id = a.user_id where u.id = $1',
      [company.owner.userId],
    ),
  )
  expect(rows).toEqual([{ shown: true }])
})
