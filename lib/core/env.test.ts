const bucket = {
  S3_BUCKET: 'mascate-files',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
}
const names = Object.keys(bucket) as (keyof typeof bucket)[]

/** As a process reads it that starts with these. */
async function readWith(given: Partial<typeof bucket>) {
  for (const name of names) delete process.env[name]
  Object.assign(process.env, given)
  vi.resetModules()
  const { env } = await import('./env')
  return env()
}

test('a bucket is named wholly or not at all', async () => {
  expect((await readWith({})).S3_BUCKET).toBeUndefined()
  expect(await readWith(bucket)).toMatchObject(bucket)
})

test.each(names)('a bucket of which %s is missing, or is all that is named, is refused by name', async (name) => {
  const { [name]: only, ...rest } = bucket
  await expect(readWith(rest)).rejects.toThrow(`${name}: is missing`)
  const others = names.filter((other) => other !== name)
  await expect(readWith({ [name]: only })).rejects.toThrow(others.map((other) => `${other}: is missing`).join('\n'))
})
