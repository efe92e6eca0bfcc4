// Only syntax that old versions understand, or they would answer with a syntax error instead of this message.
var version = process.versions.node.split('.').map(Number)
var supported = (version[0] === 20 && version[1] >= 19) || (version[0] === 22 && version[1] >= 12) || version[0] >= 24
if (!supported) {
  console.error(
    'Mascate needs Node 20.19 or newer (22.12 or newer, 24 and above are fine too). This is Node ' +
      process.versions.node +
      '.\nInstall a newer one from https://nodejs.org, or with nvm: nvm install',
  )
  process.exit(1)
}
