//! Numbers of a few bits each, one after the other in bytes.

/// The bits that numbers up to one take.
pub fn width(most: u64) -> u32 {
    u64::BITS - most.leading_zeros()
}

/// Writes into bytes, the low bits first.
pub struct Writer<'a> {
    bytes: &'a mut [u8],
    at: usize,
    held: u64,
    bits: u32,
}

impl<'a> Writer<'a> {
    /// Begins at the first bit.
    pub fn new(bytes: &'a mut [u8]) -> Self {
        Writer { bytes, at: 0, held: 0, bits: 0 }
    }

    /// Writes the low bits of a number, 32 at most.
    #[inline]
    pub fn put(&mut self, number: u64, bits: u32) {
        self.held |= (number & ((1 << bits) - 1)) << self.bits;
        self.bits += bits;
        while self.bits >= 8 {
            if let Some(byte) = self.bytes.get_mut(self.at) {
                *byte = self.held as u8;
            }
            self.at += 1;
            self.held >>= 8;
            self.bits -= 8;
        }
    }

    /// Writes what is left; whether all had room.
    pub fn finish(mut self) -> bool {
        if self.bits > 0 {
            self.put(0, 8 - self.bits);
        }
        self.at <= self.bytes.len()
    }
}

/// Reads what was written.
pub struct Reader<'a> {
    bytes: &'a [u8],
    held: u64,
    bits: u32,
}

impl<'a> Reader<'a> {
    /// Begins at the first bit.
    pub fn new(bytes: &'a [u8]) -> Self {
        Reader { bytes, held: 0, bits: 0 }
    }

    /// The next number of so many bits; bits beyond the end are 0.
    #[inline]
    pub fn take(&mut self, bits: u32) -> u64 {
        while self.bits < bits {
            let byte = match self.bytes.split_first() {
                Some((first, others)) => {
                    self.bytes = others;
                    *first
                }
                None => 0,
            };
            self.held |= u64::from(byte) << self.bits;
            self.bits += 8;
        }
        let number = self.held & ((1 << bits) - 1);
        self.held >>= bits;
        self.bits -= bits;
        number
    }
}

/// A number that tells keys apart, the same on every machine.
#[inline]
pub fn hash(key: &[u8]) -> u64 {
    let mut sum = key.len() as u64;
    for part in key.chunks(8) {
        let mut word = [0; 8];
        word[..part.len()].copy_from_slice(part);
        sum = (sum ^ u64::from_le_bytes(word)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        sum ^= sum >> 32;
    }
    sum = sum.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    sum ^ sum >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_written_is_read() {
        let numbers = [(1u64, 1), (0, 0), (5, 3), (1023, 10), (0, 2), (0xFFFF_FFFF, 32), (77, 7), (1, 1)];
        let mut bytes = [0; 7];
        let mut to = Writer::new(&mut bytes);
        numbers.iter().for_each(|&(number, bits)| to.put(number, bits));
        assert!(to.finish());
        let mut from = Reader::new(&bytes);
        for (number, bits) in numbers {
            assert_eq!(from.take(bits), number, "{bits} bits");
        }
        assert!(!{
            let mut to = Writer::new(&mut bytes[..6]);
            numbers.iter().for_each(|&(number, bits)| to.put(number, bits));
            to.finish()
        });
    }
}
