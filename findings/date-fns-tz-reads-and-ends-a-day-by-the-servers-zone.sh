#!/bin/sh
# @date-fns/tz 1.5.0 with date-fns 4.4.0: a TZDate of America/Sao_Paulo still depends on the zone of the machine. 1. A text without an offset
# (a bank's or a marketplace's "2026-11-30T22:15:00") is read on the server's clock, not in the zone that stands beside it: on a server in UTC
# the sale is three hours early and may fall on the day before; a text of a day alone is midnight in UTC everywhere. The same moment as numbers
# is right. 2. Where summer time ended at midnight (the last time on 17/02/2019, so in every history of those years), that day has 25 hours:
# endOfDay gives the first 23:59:59, the sales of its last hour come after the end of their own day and before the start of the next, so no
# day has them; on a server in New York they are in. Take parts as numbers, and for a period the start of the next day, exclusive.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --no-audit --no-fund --silent @date-fns/tz@1.5.0 date-fns@4.4.0
cat > look.mjs <<'JS'
import { TZDate } from '@date-fns/tz'
import { addDays, endOfDay, startOfDay } from 'date-fns'
const zone = 'America/Sao_Paulo'
const iso = (moment) => new Date(+moment).toISOString().slice(0, 19)
const sale = new TZDate(Date.parse('2019-02-17T02:30:00Z'), zone)
const nextDay = startOfDay(addDays(sale, 1))
console.log(`${process.env.TZ}: text ${iso(new TZDate('2026-11-30T22:15:00', zone))}, numbers ${iso(new TZDate(2026, 10, 30, 22, 15, 0, zone))}`)
console.log(`  day ${iso(startOfDay(sale))} to ${iso(endOfDay(sale))}, next from ${iso(nextDay)}, the sale of 02:30 in it: ${sale <= endOfDay(sale)}`)
JS
for zone in UTC America/New_York America/Sao_Paulo; do TZ=$zone node look.mjs; done | tee seen
cat > wanted <<'TEXT'
UTC: text 2026-11-30T22:15:00, numbers 2026-12-01T01:15:00
  day 2019-02-16T02:00:00 to 2019-02-17T01:59:59, next from 2019-02-17T03:00:00, the sale of 02:30 in it: false
America/New_York: text 2026-12-01T03:15:00, numbers 2026-12-01T01:15:00
  day 2019-02-16T02:00:00 to 2019-02-17T02:59:59, next from 2019-02-17T03:00:00, the sale of 02:30 in it: true
America/Sao_Paulo: text 2026-12-01T01:15:00, numbers 2026-12-01T01:15:00
  day 2019-02-16T02:00:00 to 2019-02-17T01:59:59, next from 2019-02-17T03:00:00, the sale of 02:30 in it: false
TEXT
diff wanted seen && echo 'as stated'
