"""tldr4j's stages for pipelines of PySpark. The session needs tldr4j-spark's jar: spark.jars=tldr4j-spark-VERSION-all.jar

    model = TldrReducer(inputCol="embedding", outputCol="reduced", dims=64).fit(table)
    model.transform(table).write.parquet("reduced.parquet")

Every parameter of the stages in Java is one here, by the same name. docs/reference/spark.md of tldr4j lists them.
"""

import sys
import types

from py4j.java_gateway import JavaClass
from pyspark import SparkContext
from pyspark.ml.param import TypeConverters
from pyspark.ml.util import JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel, JavaParams

__all__ = ["TldrReducer", "TldrReducerModel"]

_PACKAGE = "dev.tldr4j.spark"

# of Java's parameters; others are texts
_CONVERTERS = {
    "IntParam": TypeConverters.toInt,
    "LongParam": TypeConverters.toInt,
    "DoubleParam": TypeConverters.toFloat,
    "BooleanParam": TypeConverters.toBoolean,
}


class _Reader(JavaMLReader):
    @classmethod
    def _java_loader_class(cls, clazz):
        return f"{_PACKAGE}.{clazz.__name__}"


class _Stage(JavaParams, JavaMLWritable):
    """What both stages share: the parameters are those that the stage in Java says it has."""

    def _take_params(self, given):
        self._create_params_from_java()
        self._transfer_params_from_java()
        for param in self._java_obj.params():
            converter = _CONVERTERS.get(param.getClass().getSimpleName(), TypeConverters.toString)
            self.getParam(param.name()).typeConverter = converter
        self.setParams(**given)

    def setParams(self, **params):
        """Sets parameters by their names; one that there is not is an AttributeError."""
        return self._set(**params)

    @classmethod
    def read(cls):
        return _Reader(cls)

    @classmethod
    def load(cls, path):
        """A stage that was saved, from Python or from Java."""
        return cls.read().load(path)


class TldrReducer(_Stage, JavaEstimator):
    """Learns to reduce a column of vectors."""

    def __init__(self, **params):
        super().__init__()
        self._java_obj = _class("TldrReducer")(self.uid)
        self._take_params(params)

    def _create_model(self, java_model):
        return TldrReducerModel(java_model)


class TldrReducerModel(_Stage, JavaModel):
    """Reduces a column of vectors by an encoder. Made by `TldrReducer.fit`, `load` or `of_file`."""

    def __init__(self, java_model=None, **params):
        super().__init__(java_model)
        if java_model is not None:
            self._take_params(params)

    @classmethod
    def of_file(cls, path, **params):
        """Of the file of an encoder that was learned elsewhere, on any file system that Spark reads."""
        return cls(_class("TldrReducerModel").ofFile(path), **params)

    @property
    def encoder_id(self):
        """16 hex digits; encoders with the same id give the same outputs."""
        return self._java_obj.encoder().id()

    def truncated(self, dims):
        """The same model with only the first numbers of the outputs."""
        return TldrReducerModel(self._java_obj.truncated(dims))


def _class(name):
    context = SparkContext._active_spark_context
    found = context and getattr(context._jvm.dev.tldr4j.spark, name)
    if not isinstance(found, JavaClass):
        raise RuntimeError("there is no Spark session with tldr4j-spark's jar; start one with"
                           " spark.jars=tldr4j-spark-VERSION-all.jar")
    return found


def _find_by_names_of_java():
    """PySpark reads a stage of a pipeline by its name in Java: so this module goes by the name of its package, too."""
    module = sys.modules[_PACKAGE] = sys.modules[__name__]
    name = _PACKAGE
    while "." in name:
        name, _, child = name.rpartition(".")
        parent = sys.modules.setdefault(name, types.ModuleType(name))
        setattr(parent, child, module)
        module = parent


_find_by_names_of_java()
