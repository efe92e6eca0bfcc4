import { deviceOf } from './device'

const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36'
const PHONE =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36'
const IPAD =
  'Mozilla/5.0 (iPad; CPU OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1'

test.each([
  [WINDOWS, { browser: 'Chrome', system: 'Windows', kind: 'computer' }],
  [PHONE, { browser: 'Chrome', system: 'Android', kind: 'phone' }],
  [IPAD, { browser: 'Safari', system: 'iOS', kind: 'tablet' }],
  ['test', { browser: null, system: null, kind: 'computer' }],
  ['<script>alert(1)</script>', { browser: null, system: null, kind: 'computer' }],
  [null, { browser: null, system: null, kind: 'computer' }],
])('%s is known by its browser and system, or not at all', (agent, device) => {
  expect(deviceOf(agent)).toEqual(device)
})
