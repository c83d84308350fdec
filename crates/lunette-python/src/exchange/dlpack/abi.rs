//! The structs of DLPack, as its header lays them out.

use std::ffi::{CStr, c_void};

use lunette::{DType, DTypeKind};

/// The version that we write, and the highest major one that we read.
pub const VERSION: (u32, u32) = (1, 0);

/// The processor.
pub const DEVICE_CPU: i32 = 1;

/// The memory must not be written.
pub const FLAG_READ_ONLY: u64 = 1;
/// The memory was copied for the consumer, who is its only user.
pub const FLAG_COPIED: u64 = 2;

/// Where memory is.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Device {
    pub device_type: i32,
    pub device_id: i32,
}

/// What elements are.
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct DataType {
    pub code: u8,
    pub bits: u8,
    pub lanes: u16,
}

/// A tensor, without its owner.
#[repr(C)]
pub struct DlTensor {
    pub data: *mut c_void,
    pub device: Device,
    pub ndim: i32,
    pub dtype: DataType,
    pub shape: *mut i64,
    /// In elements; null for row-major without gaps.
    pub strides: *mut i64,
    pub byte_offset: u64,
}

/// A tensor with its owner, in the old form.
#[repr(C)]
pub struct Managed {
    pub tensor: DlTensor,
    pub context: *mut c_void,
    pub deleter: Option<unsafe extern "C" fn(*mut Self)>,
}

/// A tensor with its owner and a version.
#[repr(C)]
pub struct ManagedVersioned {
    pub major: u32,
    pub minor: u32,
    pub context: *mut c_void,
    pub deleter: Option<unsafe extern "C" fn(*mut Self)>,
    pub flags: u64,
    pub tensor: DlTensor,
}

/// What the two forms have in common.
pub trait Form: Sized + 'static {
    /// The name of a capsule that nobody has consumed.
    const NAME: &'static CStr;
    /// The name of one that somebody has.
    const USED: &'static CStr;

    /// The function that frees it.
    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)>;

    /// The tensor.
    fn tensor(&self) -> &DlTensor;

    /// Where its lists are.
    fn point_at(&mut self, shape: *mut i64, strides: *mut i64);

    /// The flags; none in the old form.
    fn flags(&self) -> u64;

    /// Its major version.
    fn major(&self) -> u32;
}

impl Form for Managed {
    const NAME: &'static CStr = c"dltensor";
    const USED: &'static CStr = c"used_dltensor";

    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.deleter
    }

    fn tensor(&self) -> &DlTensor {
        &self.tensor
    }

    fn point_at(&mut self, shape: *mut i64, strides: *mut i64) {
        (self.tensor.shape, self.tensor.strides) = (shape, strides);
    }

    fn flags(&self) -> u64 {
        0
    }

    fn major(&self) -> u32 {
        0
    }
}

impl Form for ManagedVersioned {
    const NAME: &'static CStr = c"dltensor_versioned";
    const USED: &'static CStr = c"used_dltensor_versioned";

    fn deleter(&self) -> Option<unsafe extern "C" fn(*mut Self)> {
        self.deleter
    }

    fn tensor(&self) -> &DlTensor {
        &self.tensor
    }

    fn point_at(&mut self, shape: *mut i64, strides: *mut i64) {
        (self.tensor.shape, self.tensor.strides) = (shape, strides);
    }

    fn flags(&self) -> u64 {
        self.flags
    }

    fn major(&self) -> u32 {
        self.major
    }
}

impl DataType {
    /// The code of a dtype.
    pub fn of(dtype: DType) -> Self {
        let code = match (dtype, dtype.kind()) {
            (DType::BF16, _) => 4,
            (_, DTypeKind::Signed) => 0,
            (_, DTypeKind::Unsigned) => 1,
            (_, DTypeKind::Float) => 2,
            (_, DTypeKind::Complex) => 5,
            (_, DTypeKind::Bool) => 6,
        };
        Self { code, bits: u8::try_from(8 * dtype.item_size()).unwrap_or(0), lanes: 1 }
    }

    /// The dtype, if there is one here.
    pub fn dtype(self) -> Option<DType> {
        DType::ALL.into_iter().find(|dtype| Self::of(*dtype) == self)
    }
}
