type Drawing = { hue: number; shape: string }

/** In the classes `a` (the thing itself), `b` (darker), `c` (lighter) and `l` (a line); 400 by 400. */
const drawings: Readonly<Record<string, Drawing>> = {
  'GAR-1L-INX': {
    hue: 205,
    shape:
      '<rect class="a" x="150" y="130" width="100" height="190" rx="22"/><rect class="b" x="162" y="78" width="76" height="46" rx="10"/><rect class="c" x="166" y="146" width="18" height="150" rx="9"/>',
  },
  'POT-KIT-3': {
    hue: 150,
    shape:
      '<rect class="a" x="95" y="232" width="210" height="88" rx="14"/><rect class="b" x="87" y="214" width="226" height="24" rx="8"/><rect class="a" x="120" y="140" width="160" height="70" rx="12"/><rect class="b" x="112" y="124" width="176" height="22" rx="8"/><rect class="a" x="148" y="72" width="104" height="48" rx="10"/><rect class="b" x="140" y="58" width="120" height="20" rx="8"/>',
  },
  'LUM-ART-PR': {
    hue: 260,
    shape:
      '<path class="l" d="M200 306 150 196 250 118"/><path class="a" d="m232 84 66 46-22 42-72-50z"/><circle class="c" cx="244" cy="164" r="17"/><rect class="b" x="126" y="304" width="148" height="22" rx="11"/>',
  },
  'TAP-60-90': {
    hue: 25,
    shape:
      '<rect class="a" x="70" y="120" width="260" height="160" rx="12"/><rect class="c" x="94" y="144" width="212" height="112" rx="6"/><path class="l" d="M122 172h156M122 200h156M122 228h156"/>',
  },
  'CAP-SOF-3L': {
    hue: 215,
    shape:
      '<rect class="b" x="96" y="128" width="208" height="100" rx="26"/><rect class="a" x="72" y="194" width="256" height="82" rx="20"/><rect class="c" x="110" y="186" width="58" height="48" rx="10"/><rect class="c" x="171" y="186" width="58" height="48" rx="10"/><rect class="c" x="232" y="186" width="58" height="48" rx="10"/><path class="l" d="M104 278v22M296 278v22"/>',
  },
  'SUP-CEL-VEI': {
    hue: 235,
    shape:
      '<rect class="a" x="150" y="72" width="100" height="184" rx="18"/><rect class="c" x="162" y="92" width="76" height="138" rx="6"/><path class="l" d="M200 258v46"/><rect class="b" x="146" y="298" width="108" height="28" rx="14"/>',
  },
  'ORG-GAV-6': {
    hue: 80,
    shape:
      '<rect class="a" x="76" y="112" width="248" height="176" rx="14"/><path class="l" d="M158 112v176M242 112v176M76 200h248"/><circle class="b" cx="117" cy="156" r="18"/><rect class="c" x="182" y="222" width="36" height="44" rx="8"/>',
  },
  'ESC-BAN-INX': {
    hue: 190,
    shape:
      '<path class="l" d="M200 60v150"/><path class="a" d="M152 206h96l-14 120h-68z"/><rect class="b" x="144" y="196" width="112" height="22" rx="11"/>',
  },
  'JOG-FAC-6': {
    hue: 10,
    shape:
      '<path class="c" d="M124 74c26 34 26 78 8 112h-16V74zM196 74c26 34 26 78 8 112h-16V74zM268 74c26 34 26 78 8 112h-16V74z"/><rect class="a" x="110" y="190" width="26" height="70" rx="8"/><rect class="a" x="182" y="190" width="26" height="70" rx="8"/><rect class="a" x="254" y="190" width="26" height="70" rx="8"/><rect class="b" x="84" y="268" width="232" height="52" rx="12"/>',
  },
  'CHA-ELE-18': {
    hue: 0,
    shape:
      '<path class="a" d="M140 120h120l24 168a24 24 0 0 1-24 26H140a24 24 0 0 1-24-26z"/><path class="b" d="M140 120 96 150l28 46zM158 90h84v30h-84z"/><path class="l" d="M262 150c60 0 60 110 6 116"/>',
  },
  'LIX-PED-12': {
    hue: 220,
    shape:
      '<path class="a" d="M124 138h152l-14 166a16 16 0 0 1-16 14h-92a16 16 0 0 1-16-14z"/><rect class="b" x="112" y="104" width="176" height="34" rx="17"/><rect class="b" x="168" y="314" width="64" height="18" rx="9"/>',
  },
  'COR-BLA-2': {
    hue: 280,
    shape:
      '<rect class="b" x="64" y="84" width="272" height="18" rx="9"/><path class="a" d="M84 104h88v200c-30 20-58 20-88 0zM228 104h88v200c-30 20-58 20-88 0z"/><path class="l" d="M114 118v184M144 118v184M256 118v184M286 118v184"/>',
  },
  'FIT-LED-5M': {
    hue: 320,
    shape:
      '<circle class="a" cx="190" cy="196" r="104"/><circle class="c" cx="190" cy="196" r="52"/><path class="l" d="M288 230c30 12 36 50 22 80"/><circle class="b" cx="190" cy="118" r="9"/><circle class="b" cx="258" cy="156" r="9"/><circle class="b" cx="258" cy="236" r="9"/><circle class="b" cx="190" cy="274" r="9"/><circle class="b" cx="122" cy="236" r="9"/><circle class="b" cx="122" cy="156" r="9"/>',
  },
  'ESP-MAQ-LED': {
    hue: 335,
    shape:
      '<circle class="a" cx="200" cy="166" r="98"/><circle class="c" cx="200" cy="166" r="72"/><path class="l" d="M200 264v42"/><rect class="b" x="138" y="302" width="124" height="22" rx="11"/>',
  },
  'NEC-VIA-AZ': {
    hue: 210,
    shape:
      '<path class="l" d="M156 142c0-60 88-60 88 0"/><rect class="a" x="84" y="140" width="232" height="150" rx="30"/><path class="l" d="M100 190h200"/><rect class="b" x="186" y="182" width="28" height="34" rx="8"/>',
  },
  'CAM-PET-M': {
    hue: 30,
    shape:
      '<ellipse class="a" cx="200" cy="228" rx="134" ry="74"/><ellipse class="c" cx="200" cy="216" rx="92" ry="42"/><circle class="b" cx="200" cy="218" r="16"/><circle class="b" cx="176" cy="196" r="8"/><circle class="b" cx="200" cy="188" r="8"/><circle class="b" cx="224" cy="196" r="8"/>',
  },
  'BEB-PET-2L': {
    hue: 195,
    shape:
      '<path class="a" d="M96 226h208l-18 84a16 16 0 0 1-16 12H130a16 16 0 0 1-16-12z"/><ellipse class="c" cx="200" cy="226" rx="104" ry="26"/><path class="b" d="M200 90c34 44 48 66 48 88a48 48 0 0 1-96 0c0-22 14-44 48-88z"/>',
  },
  'UMI-AR-300': {
    hue: 180,
    shape:
      '<path class="a" d="M136 196h128v108a18 18 0 0 1-18 18h-92a18 18 0 0 1-18-18z"/><rect class="b" x="126" y="176" width="148" height="30" rx="15"/><path class="l" d="M176 152c-20-26 20-36 0-70M224 152c-20-26 20-36 0-70"/>',
  },
  'MAS-FAC-ELE': {
    hue: 350,
    shape:
      '<circle class="a" cx="200" cy="126" r="62"/><circle class="c" cx="200" cy="126" r="34"/><rect class="a" x="176" y="180" width="48" height="142" rx="24"/><circle class="b" cx="200" cy="220" r="10"/>',
  },
  'CAI-SOM-BT': {
    hue: 250,
    shape:
      '<rect class="a" x="132" y="70" width="136" height="258" rx="28"/><circle class="c" cx="200" cy="138" r="32"/><circle class="c" cx="200" cy="246" r="50"/><circle class="b" cx="200" cy="246" r="22"/><circle class="b" cx="200" cy="138" r="12"/>',
  },
  'CAB-USBC-2M': {
    hue: 225,
    shape:
      '<path class="l" d="M150 130c0 120 100 20 100 140"/><rect class="a" x="124" y="74" width="52" height="64" rx="14"/><rect class="b" x="138" y="54" width="24" height="24" rx="6"/><rect class="a" x="224" y="262" width="52" height="64" rx="14"/><rect class="b" x="238" y="322" width="24" height="24" rx="6"/>',
  },
  'TOA-BAN-4': {
    hue: 165,
    shape:
      '<rect class="a" x="84" y="252" width="232" height="54" rx="20"/><rect class="c" x="96" y="196" width="208" height="54" rx="20"/><rect class="b" x="84" y="140" width="232" height="54" rx="20"/><rect class="c" x="102" y="84" width="196" height="54" rx="20"/>',
  },
  'AIR-POR-4L': {
    hue: 15,
    shape:
      '<path class="a" d="M88 152h224l-28 132a20 20 0 0 1-20 16H136a20 20 0 0 1-20-16z"/><path class="l" d="M146 170v104M200 170v110M254 170v104"/><rect class="b" x="70" y="136" width="260" height="24" rx="12"/>',
  },
  'AQU-ELE-15': {
    hue: 5,
    shape:
      '<rect class="a" x="104" y="86" width="192" height="210" rx="24"/><rect class="c" x="126" y="112" width="148" height="120" rx="12"/><path class="l" d="M150 132v80M183 132v80M217 132v80M250 132v80"/><circle class="b" cx="200" cy="264" r="14"/><path class="l" d="M130 298v22M270 298v22"/>',
  },
  'COL-TER-CAS': {
    hue: 290,
    shape:
      '<path class="a" d="M76 132c80-40 168 40 248 0v150c-80 40-168-40-248 0z"/><path class="l" d="M76 176c80-40 168 40 248 0M76 236c80-40 168 40 248 0"/>',
  },
  'PAP-PAR-3D': {
    hue: 45,
    shape:
      '<path class="a" d="M200 78 304 138v124L200 322 96 262V138z"/><path class="c" d="m200 78 104 60-104 62-104-62z"/><path class="b" d="M200 200v122l104-60V138z"/>',
  },
  'KIT-PET-CASA': {
    hue: 35,
    shape:
      '<path class="a" d="M200 84 316 180v134H84V180z"/><path class="c" d="M156 314v-74a44 44 0 0 1 88 0v74z"/><path class="l" d="m70 192 130-108 130 108"/>',
  },
  'KIT-BANHEIRO': {
    hue: 185,
    shape:
      '<path class="a" d="M76 208h248v24a76 76 0 0 1-76 76h-96a76 76 0 0 1-76-76z"/><path class="l" d="M116 208v-88a30 30 0 0 1 60 0M136 308v20M264 308v20"/><circle class="c" cx="236" cy="176" r="20"/><circle class="c" cx="278" cy="158" r="14"/>',
  },
  'GAR1LINOX-PT': {
    hue: 240,
    shape:
      '<rect class="b" x="150" y="130" width="100" height="190" rx="22"/><rect class="a" x="162" y="78" width="76" height="46" rx="10"/><rect class="c" x="166" y="146" width="18" height="150" rx="9"/>',
  },
  'PORTA-TEMP-12': {
    hue: 95,
    shape:
      '<rect class="a" x="92" y="128" width="56" height="160" rx="12"/><rect class="a" x="172" y="128" width="56" height="160" rx="12"/><rect class="a" x="252" y="128" width="56" height="160" rx="12"/><rect class="b" x="92" y="96" width="56" height="30" rx="8"/><rect class="b" x="172" y="96" width="56" height="30" rx="8"/><rect class="b" x="252" y="96" width="56" height="30" rx="8"/><rect class="c" x="76" y="292" width="248" height="24" rx="12"/>',
  },
}

const PREFIX = 'demo-'
const OTHER = 'ORG-GAV-6'

/** The id of the picture that a product of the demonstration has on the platform. */
export function drawingId(sku: string): string {
  const single = sku.replace(/-X\d+$/, '')
  return `${PREFIX}${single in drawings ? single : OTHER}`
}

/** As an SVG; null for an id that is none of ours. */
export function drawDemo(id: string): string | null {
  const matches = id.startsWith(PREFIX) ? drawings[id.slice(PREFIX.length)] : undefined
  if (!matches) return null
  const { hue, shape } = matches
  const tone = (name: string, saturation: number, lightness: number) =>
    `.${name}{fill:hsl(${hue},${saturation}%,${lightness}%)}`
  const style = `${tone('a', 48, 58)}${tone('b', 46, 36)}${tone('c', 60, 86)}.l{fill:none;stroke:hsl(${hue},46%,36%);stroke-width:12;stroke-linecap:round;stroke-linejoin:round}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="400" height="400"><style>${style}</style><rect width="400" height="400" fill="hsl(${hue},42%,94%)"/><ellipse cx="200" cy="336" rx="120" ry="12" fill="hsl(${hue},30%,84%)"/>${shape}</svg>`
}
