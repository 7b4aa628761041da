const hex = (digits: string) => Buffer.from(digits.replaceAll(' ', ''), 'hex')

/** How pictures of a pixel begin, up to their pixels; what follows may be anything. */
export const PICTURE_HEADS = {
  png: hex(
    '89504e470d0a1a0a 0000000d49484452 00000001 00000001 0802000000 907753de' + '0000000c 49444154 789c 6360f8cf',
  ),
  jpeg: hex('ffd8 ffe00010 4a46494600010100000100010000 ffc0000b 08 0001 0001 01011100 ffda0008 0101'),
  webp: hex('52494646 14000000 57454250 5650384c 08000000 2f00000000'),
}
